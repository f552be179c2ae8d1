import type { SecretKind } from "#lib/contract/datasets/recipe.ts";
import type { RowNote } from "#lib/contract/datasets/row-notes.ts";
import { isDict } from "#lib/contract/fields.ts";

type Body = Readonly<Record<string, unknown>>;

/** What people should know of a row before a model learns from it; `secrets` are those that stay in it. In the order in which notes are listed. */
export function notesOf(body: Body, secrets: ReadonlySet<SecretKind>): RowNote[] {
  const { prompt, messages, completion, chosen, rejected } = body;
  const all = [prompt, messages, completion, chosen, rejected].flatMap(messagesIn);
  const learned = [messages, completion, chosen].flatMap(messagesIn);
  const isEmptyOf = (role: string) => (message: Body) => message.role === role && saysNothing(message);
  return [
    ...[...secrets].sort(),
    ...(all.some(isEmptyOf("user")) ? (["empty_question"] as const) : []),
    ...(learned.some(isEmptyOf("assistant")) ? (["empty_answer"] as const) : []),
  ];
}

function messagesIn(value: unknown): Body[] {
  return Array.isArray(value) ? value.filter(isDict) : [];
}

/** A call says something, and so does a part that is no text. */
function saysNothing({ content, tool_calls: calls, function_call: call }: Body): boolean {
  if ((Array.isArray(calls) && calls.length > 0) || isDict(call)) return false;
  return Array.isArray(content) ? content.every(isBlankPart) : isBlank(content);
}

function isBlankPart(part: unknown): boolean {
  return isDict(part) && "text" in part ? isBlank(part.text) : isBlank(part);
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "string" && value.trim() === "");
}
