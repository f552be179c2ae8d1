import { isDict } from "#lib/contract/fields.ts";
import { BadLine } from "./bad-line.ts";
import type { Conversation, Message } from "./conversation.ts";
import { durationIn, parseJson, pick, threadIdIn, timeIn, timesToldIn } from "./facts.internal.ts";
import { entriesOf } from "./openai-conversation.ts";

/** The roles of the speakers in data sets of this shape. */
const ROLES: Record<string, string> = {
  human: "user",
  user: "user",
  gpt: "assistant",
  chatgpt: "assistant",
  assistant: "assistant",
  model: "assistant",
  bing: "assistant",
  bard: "assistant",
  system: "system",
  function_call: "function_call",
  observation: "tool",
  tool: "tool",
  function_response: "tool",
};

/** Reads `{"conversations": [{"from": …, "value": …}]}`. */
export function sharegptConversation(record: Record<string, unknown>): Conversation {
  if (!Array.isArray(record.conversations)) throw new BadLine(`"conversations" is not a list`);
  const messages = record.conversations.map(toMessage);
  const isOneAnswer = messages.filter(({ role }) => role === "user").length === 1;
  const system = typeof record.system === "string" ? [{ role: "system", content: record.system }] : [];
  return {
    format: "sharegpt",
    threadId: threadIdIn(record),
    startedAt: timeIn(record),
    // Of a whole conversation, which is not what its last answer took, unless it is the only one.
    durationMs: isOneAnswer ? durationIn(record) : null,
    attributes: pick(record, ["id", "source", "model"]),
    settings: pick(record, ["tools"]),
    entries: entriesOf([...system, ...messages]),
  };
}

/** A tool is used and answers in two messages in a row, so the place of the first names them both. */
function toMessage(said: unknown, i: number): Message {
  const role = isDict(said) && typeof said.from === "string" ? ROLES[said.from.toLowerCase()] : undefined;
  if (!isDict(said) || typeof said.value !== "string" || role === undefined)
    throw new BadLine(`conversations[${i}] has no known "from" with a text as "value"`);
  const time = timesToldIn(said);
  if (role === "tool") return { role, tool_call_id: `call_${i - 1}`, content: said.value, ...time };
  if (role !== "function_call") return { role, content: said.value, ...time };
  const call = parseJson(said.value);
  const parsed = isDict(call) ? call : { arguments: said.value };
  const args =
    typeof parsed.arguments === "string" ? parsed.arguments : JSON.stringify(parsed.arguments ?? {});
  const use = { id: `call_${i}`, type: "function", function: { name: parsed.name, arguments: args } };
  return { role: "assistant", content: null, tool_calls: [use], ...time };
}
