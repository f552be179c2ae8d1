import { labelledObject } from "#lib/contract/datasets/labelled-rows.ts";

/** A row that teaches what people answered to a question: which one, by the name of its object, and their answer. */
export type RowLabel = { objectId: string; answer: string };

/** The label of a row, and the row without it, so that nobody reads it as one more reply; null of rows that teach something else. */
export function labelOfRow(
  row: Record<string, unknown>,
): { label: RowLabel; rest: Record<string, unknown> } | null {
  const objectId = labelledObject(row);
  if (objectId === null) return null;
  const { reference, ...prompt } = row;
  if (typeof reference === "string") return { label: { objectId, answer: reference }, rest: prompt };
  const messages: unknown[] = Array.isArray(row.messages) ? row.messages : [];
  const answer = contentOf(messages.at(-1));
  if (answer === null) return null;
  return { label: { objectId, answer }, rest: { ...row, messages: messages.slice(0, -1) } };
}

function contentOf(message: unknown): string | null {
  if (typeof message !== "object" || message === null || !("content" in message)) return null;
  return typeof message.content === "string" ? message.content : null;
}
