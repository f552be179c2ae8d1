import { isDict } from "#lib/contract/fields.ts";

/** The messages of a line of a training file; none where it cannot be read. */
export function messagesOf(line: string): Record<string, unknown>[] {
  try {
    const row: unknown = JSON.parse(line);
    return isDict(row) && Array.isArray(row.messages) ? row.messages.filter(isDict) : [];
  } catch {
    return [];
  }
}
