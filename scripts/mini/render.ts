import type { Exercise, Message, Tool } from "./exercise.ts";

/** A stretch of a conversation's text; replies are what the assistant writes, each with the token that ends its turn. */
export type Piece = { readonly text: string; readonly isReply: boolean };

/** What the chat template makes of an exercise, cut where replies begin and end. The template itself is too slow for a whole corpus. */
export function renderExercise({ messages, tools = [] }: Exercise): Piece[] {
  const [first, ...others] = messages;
  const system = first?.role === "system" ? first : null;
  if (tools.length === 0)
    return messages.flatMap((message, at) => renderMessage(message, messages[at - 1], messages[at + 1]));
  const rest = system ? others : messages;
  return [
    context(`<|im_start|>system\n${system ? `${system.content}\n` : ""}${offer(tools)}<|im_end|>\n`),
    ...rest.flatMap((message, at) => renderMessage(message, rest[at - 1], rest[at + 1])),
  ];
}

function offer(tools: readonly Tool[]): string {
  const lines = tools.map((tool) => `${spacedJson(tool.function)}\n`).join("");
  const how = 'To use one, answer <tool_call>{"name": its name, "arguments": its arguments}</tool_call>.';
  return `Tools, one a line:\n<tools>\n${lines}</tools>\n${how}`;
}

function renderMessage(message: Message, previous?: Message, next?: Message): Piece[] {
  if (message.role === "tool") return [context(renderResult(message, previous, next))];
  const start = `<|im_start|>${message.role}\n`;
  if (message.role !== "assistant") return [context(`${start}${message.content}<|im_end|>\n`)];
  return [context(start), { text: `${renderReply(message)}<|im_end|>`, isReply: true }, context("\n")];
}

function renderResult(message: Message, previous?: Message, next?: Message): string {
  const start = previous?.role === "tool" ? "\n" : "<|im_start|>user\n";
  const end = next?.role === "tool" ? "" : "<|im_end|>\n";
  return `${start}<tool_response>\n${message.content}\n</tool_response>${end}`;
}

/** What the assistant writes for this message, without the token that ends its turn. */
export function renderReply({ content, tool_calls: calls = [] }: Message): string {
  const texts = calls.map(
    ({ function: { name, arguments: values } }) =>
      `<tool_call>\n{"name": ${spacedJson(name)}, "arguments": ${spacedJson(values)}}\n</tool_call>`,
  );
  return [...(content ? [content] : []), ...texts].join("\n");
}

/** JSON with a space after commas and colons, as templates write it. */
function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${spacedJson(inner)}`)
    .join(", ")}}`;
}

function context(text: string): Piece {
  return { text, isReply: false };
}
