import type { Split } from "#lib/contract/datasets/dataset-versions.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

type Row = Readonly<Record<string, unknown>>;

/** What a row is for, by what it has; null where that says nothing. */
export function kindOfRow(row: Row): DatasetKind | null {
  const has = (name: string) => row[name] !== undefined && row[name] !== null;
  if (has("chosen") || has("preferred_output")) return "preference";
  if (has("completion") && has("reward")) return "reward";
  if (has("completion") && has("label")) return "kto";
  if (has("completion")) return "sft";
  if (has("messages")) return endsWithReply(row.messages) || !hasMore(row) ? "sft" : "prompts";
  return has("prompt") ? "prompts" : null;
}

const OF_CONVERSATIONS = ["messages", "tools", "parallel_tool_calls", "row_id", "split", "weight"];

/** Messages without a reply are a prompt where they have more columns, which graders read, and else a conversation that lacks its reply. */
function hasMore(row: Row): boolean {
  return Object.keys(row).some((name) => !OF_CONVERSATIONS.includes(name));
}

function endsWithReply(messages: unknown): boolean {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : null;
  return typeof last === "object" && last !== null && "role" in last && last.role === "assistant";
}

/** A text as the message that it stands for; anything else as it is. */
export function asMessages(role: "user" | "assistant", said: unknown): unknown {
  return typeof said === "string" ? [{ role, content: said }] : said;
}

/** A prompt with its completion, which nobody judged, is a conversation that ends with it. */
export function asConversation<T extends Row>(row: T): T | (T & { messages: unknown[] }) {
  if (row.messages !== undefined || !isPromptWithCompletion(row)) return row;
  const prompt = asMessages("user", row.prompt);
  const completion = asMessages("assistant", row.completion);
  if (!Array.isArray(prompt) || !Array.isArray(completion)) return row;
  return { ...row, messages: [...prompt, ...completion] };
}

export function isPromptWithCompletion({ prompt, completion, label, reward }: Row): boolean {
  return [prompt, completion].every(isThere) && ![label, reward].some(isThere);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Each word also with what people add to it, such as `test_set`. */
function withEndings(words: readonly string[]): string[] {
  return words.flatMap((word) =>
    ["", "_set", "set", "_split", "_data", "_rows"].map((end) => `${word}${end}`),
  );
}

/** How people and other programs call what is not trained on, as `splitNamed` compares it. */
export const HELD_OUT = withEndings([
  ...["held_out", "heldout", "hold_out", "holdout"],
  ...["test", "testing", "eval", "evaluation"],
  ...["validation", "validate", "valid", "val", "dev", "development"],
]);
const TRAIN = withEndings(["train", "training"]);

/** The split that a word means, as people and other programs call them; null for any other word. */
export function splitNamed(word: unknown): Split | null {
  if (typeof word !== "string") return null;
  const said = word.trim().toLowerCase().replaceAll(/[-\s]/g, "_");
  if (HELD_OUT.includes(said)) return "held_out";
  return TRAIN.includes(said) ? "train" : null;
}

/**
 * The split that a file's name or one of its folders says, the name first: `data/test-00000-of-00001.parquet`. Where a name holds several such
 * words, the last one counts: the first ones may be what the data is called.
 */
export function splitOfPath(path: string): Split | null {
  const own = ownSplit(path);
  if (own) return own;
  for (const part of path.split("/").toReversed()) {
    if (SAYS_HELD_OUT.test(part)) return "held_out";
    const found = part
      .split(/[-_.\s]+/)
      .map(splitNamed)
      .findLast((split) => split !== null);
    if (found) return found;
  }
  return null;
}

/** Whether a file says by its name that its rows are held out, in just these words, as exports of a part are called. */
export function saysHeldOut(name: string): boolean {
  const own = ownSplit(name);
  return own === null ? SAYS_HELD_OUT.test(nameIn(name)) : own === "held_out";
}

const SAYS_HELD_OUT = /(^|[^a-z])h[eo]ld[-_ ]?out([^a-z]|$)/i;

/** The split of an export of one part by what exports add to the name of their dataset, which may hold such words too; null for other files. */
function ownSplit(path: string): Split | null {
  const said = OWN_END.exec(nameIn(path))?.[1];
  return said === undefined ? null : (splitNamed(said) ?? "held_out");
}

/** As `exportDatasetVersion` calls them, and as browsers and other programs change that: other signs for spaces, a number for a second copy. */
const OWN_END =
  /(?:[\s_+-]|%20)v\d+(?:[\s_+-]|%20)(train|held[\s_+-]out)(?:\.openai)?(?:\s?\(\d+\))?\.(?:jsonl|csv|parquet|tar)(?:\.gz)?$/i;

function nameIn(path: string): string {
  return path.split("/").at(-1) ?? "";
}
