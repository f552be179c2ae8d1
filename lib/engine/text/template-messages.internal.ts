import { isJsonObject } from "#lib/engine/port/json-object.ts";
import { UnrenderableMessage } from "./unrenderable-message.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Messages as programs send them, in the form that chat templates are written for. Throws `UnrenderableMessage` naming the place. */
export function templateMessages(messages: readonly unknown[]): Record<string, unknown>[] {
  return messages.map((message, index) => {
    const place = `messages[${index}]`;
    if (!isJsonObject(message)) throw new UnrenderableMessage(`${place} is not an object`);
    return templateMessage(message, place);
  });
}

/** Templates pass over roles that they do not know, and with them the message; it is better refused. */
const ROLES: ReadonlyMap<unknown, string> = new Map([
  ["system", "system"],
  // A newer word for the same; the templates were written before it.
  ["developer", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool", "tool"],
]);

function templateMessage(message: Fields, place: string): Record<string, unknown> {
  const role = ROLES.get(message.role);
  if (role === undefined)
    throw new UnrenderableMessage(
      `${place}.role is ${JSON.stringify(message.role) ?? "missing"}; it can be system, developer, user, assistant or tool`,
    );
  if (isSaid(message.function_call))
    throw new UnrenderableMessage(`${place}.function_call is not supported; send tool_calls`);
  // Many templates ask only whether a field is there, and stumble over one that is there and null.
  const said = Object.entries(message).filter(([name, value]) => isSaid(value) && name !== "tool_calls");
  const calls = templateToolCalls(message.tool_calls, place);
  return {
    ...Object.fromEntries(said),
    role,
    content: textContent(message.content, `${place}.content`),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** Missing content is empty; text parts are joined by line feeds. */
function textContent(content: unknown, place: string): string {
  if (!isSaid(content)) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content))
    throw new UnrenderableMessage(`${place} is a ${typeof content}; it can be text or a list of parts`);
  const parts: unknown[] = content;
  return parts
    .map((part, index) => {
      if (typeof part === "string") return part;
      if (isJsonObject(part) && part.type === "text" && typeof part.text === "string") return part.text;
      const type = isJsonObject(part) ? JSON.stringify(part.type) : typeof part;
      throw new UnrenderableMessage(`${place}[${index}] is of type ${type}; this model reads text`);
    })
    .join("\n");
}

/** Templates write arguments out as JSON themselves, so they get the value and not the text of it. */
function templateToolCalls(calls: unknown, place: string): unknown[] {
  if (!isSaid(calls)) return [];
  if (!Array.isArray(calls)) throw new UnrenderableMessage(`${place}.tool_calls is not a list`);
  const list: unknown[] = calls;
  return list.map((call, index) => {
    const called = isJsonObject(call) ? call.function : undefined;
    if (!isJsonObject(call) || !isJsonObject(called) || typeof called.name !== "string")
      throw new UnrenderableMessage(`${place}.tool_calls[${index}] names no function`);
    return { ...call, function: { ...called, arguments: argumentsValue(called.arguments) } };
  });
}

function argumentsValue(value: unknown): unknown {
  if (!isSaid(value)) return {};
  if (typeof value !== "string") return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return isJsonObject(parsed) ? parsed : value;
  } catch {
    return value;
  }
}
