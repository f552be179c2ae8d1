import { type Message, textOf } from "./message.ts";
import { readMessage } from "./read-message.ts";

/** What was asked before an answer: what a person said last, and not what a tool gave back in between; where nobody said anything, the last message in words. */
export function questionText(prompt: readonly unknown[]): string {
  const messages = prompt.flatMap((value) => readMessage({ value, path: "" }, "inputs") ?? []);
  const asked = messages.findLast((message) => message.role === "user" && saidIn(message) !== "");
  const last = messages.at(-1);
  if (asked) return saidIn(asked);
  return last ? inWords(last) : "";
}

function saidIn({ parts }: Message): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
}

function inWords(message: Message): string {
  const calls = message.toolCalls.map(({ name, arguments: given }) => `${name}(${argumentsText(given)})`);
  const text = textOf(message);
  return [...(text === "" ? [] : [text]), ...calls].join("\n");
}

/** `number: 7, town: Ulm` */
function argumentsText(given: unknown): string {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return valueText(given);
  return Object.entries(given)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(", ");
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
