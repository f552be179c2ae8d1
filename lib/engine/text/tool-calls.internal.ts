import { isJsonObject } from "#lib/engine/port/json-object.ts";

/** How a model writes the calls of tools; null where its template has no form that we know. */
export type ToolCallForm = "hermes" | "llama3" | null;

export type ParsedReply = { readonly content: string | null; readonly toolCalls: readonly ParsedToolCall[] };

/** `arguments` is JSON text, as the model wrote it. */
export type ParsedToolCall = { readonly name: string; readonly arguments: string };

/** The form that a chat template teaches. */
export function toolCallForm(template: string): ToolCallForm {
  if (template.includes("<tool_call>")) return "hermes";
  if (template.includes("<|python_tag|>") || template.includes('"parameters": ')) return "llama3";
  return null;
}

/** Takes the calls of tools out of a reply. What looks like a call and is none stays content. */
export function parseToolCalls(text: string, form: ToolCallForm): ParsedReply {
  if (form === "hermes") return parseHermes(text);
  if (form === "llama3") return parseLlama3(text);
  return { content: text === "" ? null : text, toolCalls: [] };
}

const OPEN = "<tool_call>";
const CLOSE = "</tool_call>";

/** `<tool_call>{"name": …, "arguments": {…}}</tool_call>`, any number of them. */
function parseHermes(text: string): ParsedReply {
  const toolCalls: ParsedToolCall[] = [];
  let content = "";
  let position = 0;
  for (;;) {
    const open = text.indexOf(OPEN, position);
    if (open < 0) break;
    const block = hermesCall(text, open + OPEN.length);
    content += text.slice(position, block ? open : open + OPEN.length);
    position = block ? block.end : open + OPEN.length;
    if (block) toolCalls.push(block.call);
  }
  return asReply(content + text.slice(position), toolCalls);
}

/** More closing tags than this are not tried, or a reply of nothing but tags would take very long. */
const MAX_CLOSING_TAGS = 8;

/** An argument may hold the closing tag as text, so the first one that makes sense closes; a reply that was cut there needs none. */
function hermesCall(text: string, start: number): { call: ParsedToolCall; end: number } | null {
  let close = start - 1;
  for (let tries = 0; tries < MAX_CLOSING_TAGS; tries++) {
    close = text.indexOf(CLOSE, close + 1);
    if (close < 0) break;
    const call = readCall(text.slice(start, close), "arguments");
    if (call) return { call, end: close + CLOSE.length };
  }
  const call = readCall(text.slice(start), "arguments");
  return call && { call, end: text.length };
}

/** The whole reply is `{"name": …, "parameters": {…}}`, after `<|python_tag|>` or on its own. */
function parseLlama3(text: string): ParsedReply {
  const call = readCall(text.replace(/^\s*<\|python_tag\|>/, ""), "parameters");
  return call ? { content: null, toolCalls: [call] } : asReply(text, []);
}

function readCall(json: string, argumentsName: string): ParsedToolCall | null {
  const value = parseJson(json);
  if (!isJsonObject(value) || typeof value.name !== "string") return null;
  const given = value[argumentsName];
  if (typeof given === "string") return { name: value.name, arguments: given };
  if (given !== undefined && !isJsonObject(given)) return null;
  return { name: value.name, arguments: memberText(json, argumentsName) ?? "{}" };
}

function parseJson(text: string): unknown {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return undefined;
  }
}

/**
 * The text of a member's value in the text of an object that is known to be valid: numbers that JavaScript would round, such as long ids,
 * come through as they were written.
 */
function memberText(json: string, name: string): string | null {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  let depth = 0;
  let key: string | null = null;
  let start = -1;
  let result: string | null = null;
  for (let match = tokens.exec(json); match; match = tokens.exec(json)) {
    const [token] = match;
    const endsMember = depth === 1 && (token === "," || token === "}");
    if (endsMember && key === name) result = json.slice(start, match.index).trim();
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token === ":" && depth === 1) start = match.index + 1;
    if (endsMember) {
      key = null;
      start = -1;
    } else if (start < 0 && token.startsWith('"')) key = String(JSON.parse(token));
  }
  return result;
}

function asReply(content: string, toolCalls: readonly ParsedToolCall[]): ParsedReply {
  // White space around calls is the form's, not the reply's.
  const text = toolCalls.length > 0 ? content.trim() : content;
  return { content: text === "" ? null : text, toolCalls };
}
