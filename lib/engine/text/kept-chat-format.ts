import { processWide } from "#lib/platform/process-wide.ts";
import { type ChatFormat, openChatFormat } from "./open-chat-format.ts";

/** Each holds a vocabulary, which may be large. */
const MAX_FORMATS = 8;

const formats = processWide("chat-formats", () => new Map<string, Promise<ChatFormat>>());

/**
 * The chat format of a model's folder. Those that were used last stay in memory: reading a large vocabulary takes a second, and the files
 * of a model do not change.
 */
export function keptChatFormat(folder: string): Promise<ChatFormat> {
  const known = formats.get(folder);
  const format = known ?? openChatFormat(folder);
  formats.delete(folder);
  formats.set(folder, format);
  const [oldest] = formats.keys();
  if (oldest !== undefined && formats.size > MAX_FORMATS) formats.delete(oldest);
  if (!known) format.catch(() => formats.delete(folder));
  return format;
}
