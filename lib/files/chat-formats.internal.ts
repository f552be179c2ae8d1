import { findBaseModel, listBaseModels } from "#lib/base-models/base-models.ts";
import { invalidAt } from "#lib/problem.ts";
import { processWide } from "#lib/process-wide.ts";
import { type ChatFormat, openChatFormat } from "#lib/text/open-chat-format.ts";

/** Reading a large vocabulary takes a second, and the files of a base model do not change. */
const formats = processWide("chat-formats", () => new Map<string, Promise<ChatFormat>>());

/** How a base model writes conversations; a 422 where there is no such model. */
export async function requireChatFormat(name: string): Promise<ChatFormat> {
  const base = await findBaseModel(name);
  if (!base) {
    const offered = (await listBaseModels()).map((model) => model.name).join(", ");
    throw invalidAt(["body", "base_model"], {
      type: "value_error",
      text: `no base model is called '${name}'; there are: ${offered || "none"}`,
    });
  }
  const known = formats.get(base.folder);
  if (known) return known;
  const opening = openChatFormat(base.folder);
  formats.set(base.folder, opening);
  opening.catch(() => formats.delete(base.folder));
  return opening;
}
