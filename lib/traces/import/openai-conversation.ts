import { isDict } from "#lib/contract/fields.ts";
import { BadLine } from "./bad-line.ts";
import type { Conversation, Entry, Message, ToolUse } from "./conversation.ts";
import { argumentsOf, durationIn, pick, threadIdIn, timeIn, toolName } from "./facts.internal.ts";

const SETTINGS = ["model", "tools", "functions", "tool_choice", "response_format", "temperature"];
const ATTRIBUTES = ["id", "metadata", "tags", "source"];

/** Reads `{"messages": […]}`, and `{"input": […], "output": …}`, where the output is the last answer. */
export function openaiConversation(record: Record<string, unknown>): Conversation {
  const messages = messagesOf(record);
  return {
    format: "openai",
    threadId: threadIdIn(record),
    startedAt: timeIn(record),
    durationMs: isOneAnswer(record, messages) ? durationOf(record) : null,
    attributes: pick(record, ATTRIBUTES),
    settings: pick(record, SETTINGS),
    entries: entriesOf(messages),
  };
}

/** Whether a record's duration is that of its last answer, and not of a whole conversation. */
function isOneAnswer({ messages: whole }: Record<string, unknown>, messages: readonly Message[]): boolean {
  return whole === undefined || messages.filter(({ role }) => role === "user").length === 1;
}

function durationOf(record: Record<string, unknown>): number | null {
  return durationIn(record) ?? (isDict(record.metadata) ? durationIn(record.metadata) : null);
}

/** Each message with the assistant's tool uses, whose results are in the tool messages that follow. */
export function entriesOf(messages: readonly Message[]): Entry[] {
  return messages.map((message, i) => ({
    message,
    tools: message.role === "assistant" ? toolsOf(message, messages.slice(i + 1)) : [],
    at: timeIn(message),
    durationMs: durationIn(message),
  }));
}

function messagesOf(record: Record<string, unknown>): Message[] {
  if (record.messages !== undefined) return readMessages(record.messages, "messages");
  const input =
    typeof record.input === "string"
      ? [{ role: "user", content: record.input }]
      : readMessages(record.input, "input");
  return [...input, ...outputOf(record.output)];
}

function readMessages(value: unknown, place: string): Message[] {
  if (!Array.isArray(value)) throw new BadLine(`"${place}" is not a list of messages`);
  return value.map((message: unknown, i) => {
    if (!isMessage(message)) throw new BadLine(`${place}[${i}] is not an object with a "role"`);
    return message;
  });
}

/** A text, a message, a list of messages, or a whole chat completion. */
function outputOf(output: unknown): Message[] {
  if (typeof output === "string") return [{ role: "assistant", content: output }];
  if (Array.isArray(output)) return readMessages(output, "output");
  const choice = isDict(output) && Array.isArray(output.choices) ? output.choices[0] : undefined;
  const message = isDict(choice) ? choice.message : output;
  if (isMessage(message)) return [message];
  if (isDict(message) && message.content !== undefined) return [{ ...message, role: "assistant" }];
  throw new BadLine(`"output" is neither a text nor a message`);
}

function isMessage(value: unknown): value is Message {
  return isDict(value) && typeof value.role === "string";
}

function toolsOf(message: Message, later: readonly Message[]): ToolUse[] {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isDict) : [];
  const uses = calls.map((call) => {
    const definition = isDict(call.function) ? call.function : call;
    const result = later.find(({ role, tool_call_id }) => role === "tool" && tool_call_id === call.id);
    return {
      name: toolName(definition.name),
      inputs: argumentsOf(definition.arguments),
      output: result?.content ?? null,
    };
  });
  return isDict(message.function_call) ? [...uses, functionUse(message.function_call, later)] : uses;
}

/** The older form: one function per message, and its result is the next message. */
function functionUse(call: Record<string, unknown>, [next]: readonly Message[]): ToolUse {
  const output = next?.role === "function" ? next.content : null;
  return { name: toolName(call.name), inputs: argumentsOf(call.arguments), output: output ?? null };
}
