import type { Message, MessagePart, ToolCall } from "./message.ts";

type Side = Message["from"];

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands somewhere in a call, and where. */
export type Recorded<T = unknown> = { value: T; path: string };

export function textMessage(role: string, said: string | Recorded<string>, from: Side): Message {
  const { value: text, path } = typeof said === "string" ? { value: said } : said;
  return {
    role,
    name: null,
    parts: [{ kind: "text", text, ...(path === undefined ? {} : { path }) }],
    toolCalls: [],
    toolCallId: null,
    from,
  };
}

/** The messages of a list, or null when it holds something else as well. */
export function readMessageList(
  { value: list, path }: Recorded<readonly unknown[]>,
  from: Side,
): Message[] | null {
  if (list.length === 0) return null;
  const messages: Message[] = [];
  for (const [index, value] of list.entries()) {
    const element = { value, path: `${path}.${index}` };
    const message =
      typeof value === "string" ? null : (readMessage(element, from) ?? readItem(element, from));
    if (!message) return null;
    messages.push(...resultsIn(element, from), ...(saysNothingElse(value, message) ? [] : [message]));
  }
  return messages;
}

/** Providers that send the results of tools as parts of a user's message; each is a message of its own. */
function resultsIn({ value, path }: Recorded, from: Side): Message[] {
  return resultParts(value).map(({ part, index }) => ({
    role: "tool",
    name: null,
    parts: readParts({ value: part.content, path: `${path}.content.${index}.content` }),
    toolCalls: [],
    toolCallId: typeof part.tool_use_id === "string" ? part.tool_use_id : null,
    isError: part.is_error === true,
    from,
  }));
}

function resultParts(value: unknown): { part: Record<string, unknown>; index: number }[] {
  const content = isRecord(value) ? value.content : null;
  if (!Array.isArray(content)) return [];
  return content.flatMap((part, index) =>
    isRecord(part) && part.type === "tool_result" ? [{ part, index }] : [],
  );
}

function saysNothingElse(value: unknown, { parts, toolCalls }: Message): boolean {
  return parts.length === 0 && toolCalls.length === 0 && resultParts(value).length > 0;
}

/** Names under which programs record what was said, the most likely first. */
const CONTENTS = ["content", "value", "text", "parts"] as const;

/** Names of the speakers in formats that do not use the usual roles. */
const ROLES: Record<string, string> = {
  human: "user",
  gpt: "assistant",
  bot: "assistant",
  ai: "assistant",
  model: "assistant",
};

/** One chat message, or null when the value is none. */
export function readMessage({ value, path }: Recorded, from: Side): Message | null {
  if (!isRecord(value)) return null;
  const speaker = [value.role, value.from, value.speaker].find((one) => typeof one === "string");
  if (typeof speaker !== "string" || speaker === "") return null;
  const contentName = CONTENTS.find((name) => value[name] !== undefined && value[name] !== null);
  const content = contentName === undefined ? value.parts : value[contentName];
  const toolCalls = [
    ...readToolCalls(value.tool_calls),
    ...readFunctionCall(value.function_call),
    ...toolUses(content),
  ];
  if (content === undefined && toolCalls.length === 0) return null;
  const role = ROLES[speaker.toLowerCase()] ?? speaker.toLowerCase();
  const parts = [
    ...textIn(value, "reasoning", ["reasoning_content", "reasoning"], path),
    ...readParts({ value: content, path: `${path}.${contentName}` }),
    ...textIn(value, "refusal", ["refusal"], path),
  ];
  return {
    role,
    name: typeof value.name === "string" ? value.name : null,
    parts,
    toolCalls,
    toolCallId: typeof value.tool_call_id === "string" ? value.tool_call_id : null,
    ...(value.status === "error" || value.is_error === true ? { isError: true } : {}),
    from,
  };
}

/** An element of a responses-style list that is not a message itself: a tool call, its result, or the model's reasoning. */
function readItem({ value, path }: Recorded, from: Side): Message | null {
  if (!isRecord(value)) return null;
  const base = { name: null, parts: [], toolCalls: [], toolCallId: null, from };
  const id = typeof value.call_id === "string" ? value.call_id : null;
  if (value.type === "function_call" && typeof value.name === "string")
    return {
      ...base,
      role: "assistant",
      toolCalls: [{ id, name: value.name, arguments: parsed(value.arguments) }],
    };
  if (value.type === "function_call_output")
    return {
      ...base,
      role: "tool",
      toolCallId: id,
      parts: readParts({ value: value.output, path: `${path}.output` }),
    };
  if (value.type === "reasoning")
    return { ...base, role: "assistant", parts: reasoningParts(value.summary, `${path}.summary`) };
  return null;
}

function reasoningParts(summary: unknown, path: string): MessagePart[] {
  if (!Array.isArray(summary)) return [];
  return summary.flatMap((part, i) =>
    isRecord(part) ? textIn(part, "reasoning", ["text"], `${path}.${i}`) : [],
  );
}

type TextKind = "text" | "reasoning" | "refusal";

/** The first of the names that is recorded, where it is a text. */
function textIn(
  record: Record<string, unknown>,
  kind: TextKind,
  names: readonly string[],
  path: string,
): MessagePart[] {
  const name = names.find((one) => record[one] !== undefined && record[one] !== null);
  const text = name === undefined ? null : record[name];
  return typeof text === "string" && text !== "" ? [{ kind, text, path: `${path}.${name}` }] : [];
}

export function readParts({ value: content, path }: Recorded): MessagePart[] {
  if (content === null || content === undefined || content === "") return [];
  if (typeof content === "string") return [{ kind: "text", text: content, path }];
  if (!Array.isArray(content)) return [{ kind: "json", value: content }];
  return content.flatMap((value, i) => readPart({ value, path: `${path}.${i}` }));
}

function readPart({ value: part, path }: Recorded): MessagePart[] {
  if (typeof part === "string") return [{ kind: "text", text: part, path }];
  if (!isRecord(part)) return [{ kind: "json", value: part }];
  const { type } = part;
  if (type === "tool_use" || type === "tool_result") return [];
  if (type === "thinking" && typeof part.thinking === "string")
    return [{ kind: "reasoning", text: part.thinking, path: `${path}.thinking` }];
  if (type === "refusal" && typeof part.refusal === "string")
    return [{ kind: "refusal", text: part.refusal, path: `${path}.refusal` }];
  if (typeof part.text === "string") return [{ kind: "text", text: part.text, path: `${path}.text` }];
  const url = imageUrl(part);
  return url === null ? [{ kind: "json", value: part }] : [{ kind: "image", url }];
}

function imageUrl(part: Record<string, unknown>): string | null {
  const { image_url: image, source } = part;
  if (typeof image === "string") return image;
  if (isRecord(image) && typeof image.url === "string") return image.url;
  if (!isRecord(source)) return null;
  if (typeof source.url === "string") return source.url;
  const { media_type: type, data } = source;
  return typeof type === "string" && typeof data === "string" ? `data:${type};base64,${data}` : null;
}

function readToolCalls(value: unknown): ToolCall[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((call) => {
    if (!isRecord(call)) return [];
    const made = isRecord(call.function) ? call.function : call;
    if (typeof made.name !== "string") return [];
    const id = typeof call.id === "string" ? call.id : null;
    return [{ id, name: made.name, arguments: parsed(made.arguments ?? made.args ?? made.parameters) }];
  });
}

function readFunctionCall(value: unknown): ToolCall[] {
  if (!isRecord(value) || typeof value.name !== "string") return [];
  return [{ id: null, name: value.name, arguments: parsed(value.arguments) }];
}

/** Providers that put tool calls among the parts of the content. */
function toolUses(content: unknown): ToolCall[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    if (!isRecord(part) || part.type !== "tool_use" || typeof part.name !== "string") return [];
    return [{ id: typeof part.id === "string" ? part.id : null, name: part.name, arguments: part.input }];
  });
}

/** Arguments travel as JSON in a string; what is no JSON stays the text that it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
