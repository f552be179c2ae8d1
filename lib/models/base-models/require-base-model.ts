import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { type BaseModel, findBaseModel, listBaseModels, whyNotOffered } from "./base-models.ts";

/** The base model that a request names; a 422 at `base_model` if it does not exist. */
export async function requireBaseModel(name: string): Promise<BaseModel> {
  const base = await findBaseModel(name);
  if (base) return base;
  const reason = await whyNotOffered(name);
  if (reason !== null)
    throw invalidAt(["body", "base_model"], {
      type: "value_error",
      text: `the base model '${name}' cannot be used: ${reason}`,
    });
  const offered = (await listBaseModels()).map((model) => model.name).join(", ");
  throw invalidAt(["body", "base_model"], {
    type: "value_error",
    text: `there is no base model '${name}'; available: ${offered || "none"}`,
  });
}

/** The folder of a registered model's base model. Throws `MissingFiles` if it is not on this machine. */
export async function baseModelFolder(name: string): Promise<string> {
  const base = await findBaseModel(name);
  if (base) return base.folder;
  const reason = await whyNotOffered(name);
  if (reason !== null) throw new MissingFiles(`The base model ${name} cannot be used: ${reason}`);
  throw new MissingFiles(
    `The base model ${name} is not on this machine; put its folder back among the models`,
  );
}
