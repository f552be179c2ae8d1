import { isDict } from "#lib/contract/fields.ts";
import { chatMessages, completionOf, isMessageList, systemMessages } from "./chat-messages.internal.ts";
import { AttributeTree } from "./find-attribute.internal.ts";
import type { JsonTexts } from "./json-texts.internal.ts";
import type { Span } from "./span.internal.ts";

/** Where libraries write what went in and what came out; the first that is there counts. */
const INPUTS = [
  "ai.prompt",
  "gen_ai.prompt",
  "gen_ai.input.messages",
  "input.value",
  "mlflow.spanInputs",
  "traceloop.entity.input",
  "pydantic_ai.all_messages",
  "input",
  "inputs",
  "gen_ai.tool.call.arguments",
  "ai.toolCall.args",
];
const OUTPUTS = [
  "ai.response",
  "gen_ai.completion",
  "gen_ai.output.messages",
  "output.value",
  "mlflow.spanOutputs",
  "traceloop.entity.output",
  "output",
  "outputs",
  "gen_ai.tool.call.result",
  "ai.toolCall.result",
];
const INSTRUCTIONS = ["gen_ai.system_instructions"];

type Conversation = { inputs: Record<string, unknown>; output: unknown };

/**
 * What went into the work of a span and what came out. Some libraries write it into the span's events instead of its attributes. Messages of
 * OpenTelemetry's conventions become chat messages, `{messages}` and `{choices}`, as completions of this service are recorded.
 */
export function conversationOf(span: Span, attributes: AttributeTree, texts: JsonTexts): Conversation {
  const find = (names: readonly string[]) => {
    for (const tree of treesOf(span, attributes)) {
      const value = tree.first(names);
      if (value !== undefined) return readDocument(value, texts);
    }
    return undefined;
  };
  return { inputs: inputsFrom(find(INPUTS), find(INSTRUCTIONS)), output: outputFrom(find(OUTPUTS)) };
}

function* treesOf({ events }: Span, attributes: AttributeTree): Generator<AttributeTree> {
  yield attributes;
  for (const event of events) if (event.attributes.size > 0) yield new AttributeTree(event.attributes);
}

/** A value, or a document whose fields are texts of JSON each, or lists of such texts. */
function readDocument(value: unknown, texts: JsonTexts): unknown {
  if (!isDict(value)) return texts.parsed(value);
  const read = (inner: unknown) =>
    Array.isArray(inner) ? inner.map((one) => texts.parsed(one)) : texts.parsed(inner);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner)]));
}

function inputsFrom(value: unknown, instructions: unknown): Record<string, unknown> {
  const system = systemMessages(instructions);
  if (isMessageList(value)) return { messages: [...system, ...value.flatMap(chatMessages)] };
  if (value === undefined) return system.length > 0 ? { messages: system } : {};
  if (!isDict(value)) return { input: value };
  return isMessageList(value.messages) ? { ...value, messages: value.messages.flatMap(chatMessages) } : value;
}

function outputFrom(value: unknown): unknown {
  if (isDict(value)) return completionOf(value) ?? value;
  if (!isMessageList(value)) return value ?? null;
  const answers = value.map((message) => ({
    said: chatMessages(message),
    reason: message.finish_reason ?? null,
  }));
  // Several messages of an agent are not alternatives.
  if (answers.some(({ said }) => said.length > 1)) return { messages: answers.flatMap(({ said }) => said) };
  return {
    choices: answers.map(({ said: [message], reason }, index) => {
      const { finish_reason: _, ...own } = { ...message };
      return { index, message: own, finish_reason: reason };
    }),
  };
}
