import { isDict } from "#lib/contract/fields.ts";

/** What a run answered: its words and the tools that it called. */
export type BlindAnswer = { readonly content: string; readonly toolCalls: readonly unknown[] };

export function toolCallsIn(output: unknown): unknown[] {
  const [first] = isDict(output) && Array.isArray(output.choices) ? output.choices : [];
  const message = isDict(first) && isDict(first.message) ? first.message : {};
  return Array.isArray(message.tool_calls) ? message.tool_calls : [];
}

/** Servers number them each in their way. */
export function namelessToolCall(given: unknown, at: number): unknown {
  const called = isDict(given) && isDict(given.function) ? given.function : {};
  return {
    id: `call_${at + 1}`,
    type: "function",
    function: { name: called.name ?? "", arguments: called.arguments ?? "{}" },
  };
}

/** Whether people would read the same twice. */
export function areSame(a: BlindAnswer, b: BlindAnswer): boolean {
  const written = ({ content, toolCalls }: BlindAnswer) =>
    JSON.stringify([content, toolCalls.map(namelessToolCall)]);
  return written(a) === written(b);
}
