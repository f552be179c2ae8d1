import { instant, isDict, isStorableText } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";

const THREAD_NAMES = ["thread_id", "conversation_id", "session_id", "dialogue_id"];
const TIME_NAMES = ["timestamp", "created_at", "started_at", "create_time", "created", "time", "date"];
const LONGEST_ID = 255;

/** The name of the conversation. A plain `id` is none: it numbers lines, and two files would share their threads. */
export function threadIdIn(record: Record<string, unknown>): string | null {
  for (const name of THREAD_NAMES) {
    const value = record[name];
    const id = typeof value === "number" ? String(value) : value;
    if (typeof id === "string" && id !== "" && id.length <= LONGEST_ID && isStorableText(id)) return id;
  }
  return null;
}

/** The time that a record tells, in milliseconds since 1970; null where it tells none that can be read. */
export function timeIn(record: Record<string, unknown>): number | null {
  for (const name of TIME_NAMES) {
    const read = typeof record[name] === "object" ? undefined : z.safeDecode(instant, record[name]);
    if (read?.success) return Date.parse(read.data);
  }
  return null;
}

/** Those of the named fields that the record has. */
export function pick(record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  );
}

/** Arguments of a tool as an object: they often travel as JSON in a string. */
export function argumentsOf(value: unknown): Record<string, unknown> {
  const read = typeof value === "string" ? parseJson(value) : value;
  if (isDict(read)) return read;
  return value === undefined || value === null || value === "" ? {} : { arguments: value };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A tool's name as an op can bear it. */
export function toolName(value: unknown): string {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_ID && isStorableText(value)
    ? value
    : "tool";
}
