import { isDict } from "#lib/contract/fields.ts";

type Dict = Record<string, unknown>;

/** Whether a value is a list of messages of any form that has roles. */
export function isMessageList(value: unknown): value is Dict[] {
  return Array.isArray(value) && value.length > 0 && value.every(hasRole);
}

function hasRole(value: unknown): boolean {
  return isDict(value) && typeof value.role === "string";
}

/**
 * A message of OpenTelemetry's conventions or of the AI SDK, whose content is a list of parts, as OpenAI's chat messages in the order of the
 * parts: the result of a tool is a message of its own. A message that already has the chat form is not changed.
 */
export function chatMessages(message: Dict): Dict[] {
  const parts = partsOf(message);
  if (parts === null) return [message];
  const { parts: _, content: __, finish_reason: ___, ...rest } = message;
  const messages: Dict[] = [];
  let said: unknown[] = [];
  for (const part of parts)
    if (isDict(part) && RESULTS.has(part.type)) {
      if (said.length > 0) messages.push({ ...rest, ...spoken(said) });
      messages.push(toolMessage(part));
      said = [];
    } else said.push(part);
  return said.length > 0 || messages.length === 0 ? [...messages, { ...rest, ...spoken(said) }] : messages;
}

/** Instructions to the model, which are a text or parts without a role. */
export function systemMessages(instructions: unknown): Dict[] {
  if (instructions === undefined) return [];
  const content = Array.isArray(instructions) ? contentOf(instructions) : instructions;
  return [{ role: "system", content: typeof content === "string" ? content : JSON.stringify(content) }];
}

/** The AI SDK's `ai.response` as a chat completion, or null if it has no message. Other fields are kept. */
export function completionOf(response: Dict): Dict | null {
  const { text, toolCalls, reasoning, finishReason, ...rest } = response;
  if (typeof finishReason !== "string" || (typeof text !== "string" && !Array.isArray(toolCalls)))
    return null;
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isDict).map(toolCall) : [];
  const message = {
    role: "assistant",
    content: text || null,
    ...(typeof reasoning === "string" ? { reasoning_content: reasoning } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return { ...rest, choices: [{ index: 0, message, finish_reason: finishReason }] };
}

const CALLS: ReadonlySet<unknown> = new Set(["tool_call", "tool-call"]);
const RESULTS: ReadonlySet<unknown> = new Set(["tool_call_response", "tool-result"]);

/** OpenAI's own lists of parts know none of the AI SDK's kinds. */
function partsOf({ parts, content }: Dict): unknown[] | null {
  if (Array.isArray(parts)) return parts;
  const isOfAiSdk = (part: unknown) =>
    isDict(part) && (part.type === "tool-call" || part.type === "tool-result");
  return Array.isArray(content) && content.some(isOfAiSdk) ? content : null;
}

/** The content of a message itself. */
function spoken(parts: readonly unknown[]): Dict {
  const calls = parts.filter(isDict).filter(({ type }) => CALLS.has(type));
  const reasoning = parts.filter(isDict).filter(({ type }) => type === "reasoning");
  const said = parts.filter((part) => !isDict(part) || !(CALLS.has(part.type) || part.type === "reasoning"));
  return {
    content: contentOf(said),
    ...(reasoning.length > 0 ? { reasoning_content: reasoning.map(textIn).join("\n") } : {}),
    ...(calls.length > 0 ? { tool_calls: calls.map(toolCall) } : {}),
  };
}

/** Texts are one text; with anything else among them they are a list of parts. */
function contentOf(parts: readonly unknown[]): unknown {
  if (parts.length === 0) return null;
  const content = parts.map(contentPart);
  const texts = content.flatMap((part) => (isDict(part) && part.type === "text" ? [textIn(part)] : []));
  return texts.length === content.length ? texts.join("\n") : content;
}

function contentPart(part: unknown): unknown {
  if (!isDict(part)) return { type: "text", text: String(part) };
  const { type, modality, mime_type: mimeType, content, uri } = part;
  if (type === "text") return { type, text: textIn(part) };
  if (modality !== "image") return part;
  if (type === "uri" && typeof uri === "string") return { type: "image_url", image_url: { url: uri } };
  if (type !== "blob" || typeof content !== "string") return part;
  return { type: "image_url", image_url: { url: `data:${mimeType ?? "image/png"};base64,${content}` } };
}

function textIn({ content, text }: Dict): string {
  return String(content ?? text ?? "");
}

function toolCall(part: Dict): Dict {
  const given = part.arguments ?? part.input ?? part.args ?? {};
  const name = part.name ?? part.toolName;
  return {
    id: part.id ?? part.toolCallId ?? null,
    type: "function",
    function: { name, arguments: asText(given) },
  };
}

function toolMessage({ id, toolCallId, response, result, output }: Dict): Dict {
  const content = response ?? result ?? (isDict(output) && "value" in output ? output.value : output) ?? "";
  return { role: "tool", tool_call_id: id ?? toolCallId ?? null, content: asText(content) };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
