import { instant, isDict } from "#lib/contract/fields.ts";
import { isStorableText } from "#lib/contract/storable.ts";
import * as z from "#lib/contract/zod.ts";

const THREAD_NAMES = ["thread_id", "conversation_id", "session_id", "dialogue_id"];
const TIME_NAMES = [
  ...["timestamp", "created_at", "started_at", "start_time", "startedAt", "startTime"],
  ...["create_time", "created", "time", "date"],
];
/** The fields of a record's start and end. */
const SPAN_NAMES = [
  ["started_at", "ended_at"],
  ["start_time", "end_time"],
  ["startedAt", "endedAt"],
  ["startTime", "endTime"],
] as const;
const MS_NAMES = ["latency_ms", "duration_ms", "latencyMs", "durationMs", "response_time_ms", "elapsed_ms"];
const SECONDS_NAMES = ["latency_s", "duration_s", "latency_seconds", "duration_seconds", "elapsed_seconds"];
/** These name no unit, so that they count only where the value does. */
const BARE_NAMES = ["latency", "duration"];
const SECOND_MS = 1000;
/** A year. A longer duration must be in another unit. */
const MAX_MS = 365 * 86_400_000;
const MAX_ID = 255;

/** The name of the conversation. A plain `id` is none: it numbers lines, and two files would share their threads. */
export function threadIdIn(record: Record<string, unknown>): string | null {
  for (const name of THREAD_NAMES) {
    const value = record[name];
    const id = typeof value === "number" ? String(value) : value;
    if (typeof id === "string" && id !== "" && id.length <= MAX_ID && isStorableText(id)) return id;
  }
  return null;
}

/** The time of a record in milliseconds since 1970; null if it has none that can be read. */
export function timeIn(record: Record<string, unknown>): number | null {
  for (const name of TIME_NAMES) {
    const at = timeAt(record[name]);
    if (at !== null) return at;
  }
  return null;
}

/** The duration in a record in milliseconds, as such or from its start and end; null if it has none. */
export function durationIn(record: Record<string, unknown>): number | null {
  const candidates = [
    ...MS_NAMES.map((name) => numberAt(record[name])),
    ...SECONDS_NAMES.map((name) => scaled(numberAt(record[name]), SECOND_MS)),
    ...BARE_NAMES.map((name) => withUnit(record[name])),
    ...SPAN_NAMES.map(([start, end]) => difference(timeAt(record[start]), timeAt(record[end]))),
  ];
  return candidates.find((ms) => ms !== null && ms >= 0 && ms <= MAX_MS) ?? null;
}

function timeAt(value: unknown): number | null {
  const read = typeof value === "object" ? undefined : z.safeDecode(instant, value);
  return read?.success ? Date.parse(read.data) : null;
}

function numberAt(value: unknown): number | null {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : null;
}

/** Such as "1.2 s" and "352ms". */
function withUnit(value: unknown): number | null {
  const [, amount, unit] = (typeof value === "string" && /^\s*([\d.]+)\s*(ms|s)\s*$/.exec(value)) || [];
  return scaled(numberAt(amount), unit === "s" ? SECOND_MS : 1);
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

function difference(start: number | null, end: number | null): number | null {
  return start === null || end === null ? null : end - start;
}

/** The fields of a record with its times. */
export function timesToldIn(record: Record<string, unknown>): Record<string, unknown> {
  return pick(record, [
    ...TIME_NAMES,
    ...SPAN_NAMES.map(([, end]) => end),
    ...MS_NAMES,
    ...SECONDS_NAMES,
    ...BARE_NAMES,
  ]);
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
  return typeof value === "string" && value !== "" && value.length <= MAX_ID && isStorableText(value)
    ? value
    : "tool";
}
