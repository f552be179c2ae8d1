import { createHash } from "node:crypto";
import { conversationText } from "#lib/contract/evaluation/judge-prompt.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Item } from "#lib/evaluation/graders/sample.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";

/** A row of a dataset as something to answer. */
export type MeasuredRow = {
  readonly prompt: Record<string, unknown>[];
  readonly tools: Record<string, unknown>[] | null;
  /** What a good answer says; null where the row does not know. */
  readonly reference: string | null;
  /** Of a pair the other answer to the same prompt; null where a side is more than one message, or calls tools. */
  readonly rejected: string | null;
  /** What graders may name. */
  readonly item: Item;
  /** Equal where prompt and tools are. */
  readonly promptKey: string;
};

/**
 * What to ask and what to compare with, in a row of any kind of dataset: of a conversation its last reply is the reference, of a pair the better
 * answer, else the row's own `reference`. Null where the row has no prompt.
 */
export function measuredRow(row: unknown): MeasuredRow | null {
  const read = isDict(row) ? (conversationIn(row) ?? promptIn(row)) : null;
  if (!isDict(row) || !read || read.prompt.length === 0) return null;
  const tools = messagesIn(row.tools);
  const named = isDict(row.item) ? row.item : {};
  // By the names that the trial of a grader on stored calls has, so that what worked there works here.
  const item = {
    question: textOf(read.prompt.at(-1)?.content) ?? "",
    conversation: conversationText(read.prompt),
    ...row,
    ...named,
    prompt: read.prompt,
    ...(read.reference === null ? {} : { reference: read.reference }),
  };
  const key = createHash("sha256").update(canonicalJson({ prompt: read.prompt, tools }));
  return { ...read, tools, item, promptKey: key.digest("base64url") };
}

type Read = Pick<MeasuredRow, "prompt" | "reference" | "rejected">;

function conversationIn({ messages }: Record<string, unknown>): Read | null {
  const all = messagesIn(messages);
  if (!all) return null;
  const last = all.at(-1);
  return last?.role === "assistant"
    ? { prompt: all.slice(0, -1), reference: textOf(last.content), rejected: null }
    : { prompt: all, reference: null, rejected: null };
}

function promptIn(row: Record<string, unknown>): Read | null {
  const { prompt, chosen, completion, label, reference } = row;
  const messages = messagesIn(prompt);
  if (!messages) return null;
  const good = messagesIn(chosen) ?? (label === true ? messagesIn(completion) : null);
  const said = textOf(reference);
  return {
    prompt: messages,
    reference: said ?? textOf(good?.at(-1)?.content),
    rejected: said === null ? rejectedIn(row) : null,
  };
}

/** Words alone can be compared, so that a side that calls tools is no side. */
function rejectedIn({ chosen, rejected }: Record<string, unknown>): string | null {
  const [good, bad] = [onlyReply(chosen), onlyReply(rejected)];
  return good && bad ? textOf(bad.content) : null;
}

function onlyReply(side: unknown): Record<string, unknown> | null {
  const [reply, ...more] = messagesIn(side) ?? [];
  const callsTools = Array.isArray(reply?.tool_calls) && reply.tool_calls.length > 0;
  return reply && more.length === 0 && !callsTools ? reply : null;
}

function messagesIn(value: unknown): Record<string, unknown>[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isDict) ? value : null;
}

/** A text that came in parts is one text, as models read it. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  const texts = Array.isArray(value) ? value.flatMap(textInPart) : [];
  return texts.length > 0 && Array.isArray(value) && texts.length === value.length
    ? texts.join("\n")
    : JSON.stringify(value);
}

function textInPart(part: unknown): string[] {
  return isDict(part) && part.type === "text" && typeof part.text === "string" ? [part.text] : [];
}
