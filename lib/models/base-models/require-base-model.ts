import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { type BaseModel, findBaseModel, listBaseModels, whyNotOffered } from "./base-models.ts";

/** The base model that a request names; a 422 at `base_model` where there is none. */
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

/** Where the base model of a registered model lies. Throws `MissingFiles` where it is not on this machine. */
export async function baseModelFolder(name: string): Promise<string> {
  const base = await findBaseModel(name);
  if (base) return base.folder;
  const reason = await whyNotOffered(name);
  if (reason !== null) throw new MissingFiles(`The base model ${name} cannot be used: ${reason}`);
  throw new MissingFiles(
    `The base model ${name} is not on this machine; put its folder back among the models`,
  );
}
