import { isDict } from "#lib/contract/fields.ts";

/** A message whose content is one text. */
export type PromptMessage = { role: string; content: string };

const ROLES = ["system", "user", "assistant"];

/** The messages of a prompt as people can write them; null where they hold more than texts. */
export function promptMessages(json: string): PromptMessage[] | null {
  const value = parsed(json);
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.flatMap((one) =>
    isDict(one) && isPlain(one) ? { role: one.role, content: one.content } : [],
  );
  return messages.length === value.length ? messages : null;
}

function isPlain(message: Record<string, unknown>): message is PromptMessage {
  return (
    Object.keys(message).length === 2 &&
    typeof message.content === "string" &&
    typeof message.role === "string" &&
    ROLES.includes(message.role)
  );
}

export function promptJson(messages: readonly PromptMessage[]): string {
  return JSON.stringify(messages, null, 2);
}

/** What a label is worth, as it was typed. */
export type Worth = { label: string; worth: string };

/** Labels with what they are worth; null where it is something else. An empty text has none. */
export function worthsIn(json: string): Worth[] | null {
  if (json.trim() === "") return [];
  const value = parsed(json);
  if (!isDict(value)) return null;
  return Object.entries(value).map(([label, worth]) => ({ label, worth: String(worth) }));
}

/** Without a label there is nothing; what is no number stays as it is, and is refused at its place. */
export function worthsJson(worths: readonly Worth[]): string {
  if (worths.length === 0) return "";
  const entries = worths.map(({ label, worth }) => {
    const number = Number(worth.trim().replace(",", "."));
    return [label, worth.trim() !== "" && Number.isFinite(number) ? number : worth] as const;
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
