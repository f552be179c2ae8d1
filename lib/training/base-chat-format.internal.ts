import { findBaseModel } from "#lib/base-models/base-models.ts";
import { Unavailable } from "#lib/errors.ts";
import { processWide } from "#lib/process-wide.ts";
import { type ChatFormat, openChatFormat } from "#lib/text/open-chat-format.ts";

/** Reading a large vocabulary takes a second, and the files of a base model do not change. */
const formats = processWide("chat-formats", () => new Map<string, Promise<ChatFormat>>());

/** How a base model writes conversations. Throws `Unavailable` where its folder is not there now. */
export async function baseChatFormat(name: string): Promise<ChatFormat> {
  const base = await findBaseModel(name);
  if (!base) throw new Unavailable(`The files of the base model ${name} are not there; put its folder back`);
  const known = formats.get(base.folder);
  if (known) return known;
  const opening = openChatFormat(base.folder);
  formats.set(base.folder, opening);
  opening.catch(() => formats.delete(base.folder));
  return opening;
}
