import type { Message, MessagePart, ToolCall } from "#lib/contract/conversation/message.ts";

export type ToolResult = { parts: readonly MessagePart[]; isError: boolean };
/** A tool call with what came of it; null where nothing was recorded. */
export type ToolCard = { call: ToolCall; result: ToolResult | null };
/** A message as it is shown. `index` is its place among all, results of tools included. */
export type ShownMessage = { message: Message; index: number; cards: readonly ToolCard[] };

/** Messages with the results of tools put to the calls that they answer: by id, and without one by order. A result of no call stays a message. */
export function withResults(messages: readonly Message[]): ShownMessage[] {
  const shown: (ShownMessage & { cards: ToolCard[] })[] = [];
  const open: ToolCard[] = [];
  for (const [index, message] of messages.entries()) {
    const card = isResult(message) ? answeredBy(message, open) : undefined;
    if (card) {
      card.result = { parts: message.parts, isError: isFailed(message) };
      open.splice(open.indexOf(card), 1);
      continue;
    }
    const cards = message.toolCalls.map((call): ToolCard => ({ call, result: null }));
    open.push(...cards);
    shown.push({ message, index, cards });
  }
  return shown;
}

function isResult({ role }: Message): boolean {
  return role === "tool" || role === "function";
}

function answeredBy({ toolCallId, name }: Message, open: readonly ToolCard[]): ToolCard | undefined {
  if (toolCallId !== null) return open.find(({ call }) => call.id === toolCallId);
  return open.find(({ call }) => call.id === null && (name === null || call.name === name));
}

/** Whether a message says that a tool failed: by its mark, or by how errors are commonly written. */
export function isFailed({ isError, parts }: Pick<Message, "isError" | "parts">): boolean {
  if (isError) return true;
  const [first] = parts;
  if (first?.kind === "json") return hasError(first.value);
  if (first?.kind !== "text") return false;
  const text = first.text.trimStart();
  if (text.startsWith("{") && text.length < MAX_READ) return hasError(parsed(text));
  return /^(\w*Error|Exception|Traceback)\b/.test(text);
}

const MAX_READ = 100_000;

function hasError(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const error: unknown = Object.hasOwn(value, "error") ? Reflect.get(value, "error") : null;
  return (error !== null && error !== false && error !== "") || Reflect.get(value, "isError") === true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
