import { isDict } from "#lib/contract/fields.ts";

const MAX_CHARACTERS = 200;

/** What a row's conversation ends with: the last question and the reply to it, each in one line. Null where it is no conversation. */
export function lastWords({ messages }: Record<string, unknown>): { asked: string; said: string } | null {
  const list = Array.isArray(messages) ? messages.filter(isDict) : [];
  const reply = list.findLast(({ role }) => role === "assistant");
  if (!reply) return null;
  const question = list.slice(0, list.indexOf(reply)).findLast(({ role }) => role === "user");
  return { asked: oneLine(question?.content), said: oneLine(reply.content) };
}

function oneLine(content: unknown): string {
  const text = typeof content === "string" ? content : content === undefined ? "" : JSON.stringify(content);
  return text.slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, " ").trim();
}
