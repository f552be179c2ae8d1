import type { CallEnd, CallStart } from "#lib/contract/traces/call-fields.ts";
import { untoldTimesIn } from "#lib/contract/traces/untold-times.ts";
import { newId } from "#lib/platform/ids.ts";
import { sanitizeJson } from "#lib/platform/json/sanitize.ts";

/** The columns that a part of a call brings, as PostgreSQL takes them; null says that the part does not know the field. */
export type CallPart = { [C in PartColumn]: string | null } & { project_id: string; id: string };
export type PartColumn = (typeof PART_COLUMNS)[number]["name"];

/** Columns in the order of the statement, with their types. */
export const PART_COLUMNS = [
  { name: "project_id", type: "text" },
  { name: "id", type: "text" },
  { name: "trace_id", type: "text" },
  { name: "parent_id", type: "text" },
  { name: "thread_id", type: "text" },
  { name: "turn_id", type: "text" },
  { name: "op_name", type: "text" },
  { name: "display_name", type: "text" },
  { name: "started_at", type: "timestamptz" },
  { name: "ended_at", type: "timestamptz" },
  { name: "attributes", type: "json" },
  { name: "inputs", type: "json" },
  { name: "output", type: "json" },
  { name: "summary", type: "json" },
  { name: "exception", type: "json" },
  { name: "otel_dump", type: "json" },
  { name: "sanitized", type: "json" },
  { name: "user_id", type: "text" },
  { name: "wb_run_id", type: "text" },
  { name: "wb_run_step", type: "int8" },
  { name: "wb_run_step_end", type: "int8" },
  { name: "is_undated", type: "bool" },
  { name: "is_untimed", type: "bool" },
] as const;

/** The columns that hold callers' documents, and may need a sanitised copy. */
export const DOCUMENT_COLUMNS = [
  "attributes",
  "inputs",
  "output",
  "summary",
  "exception",
  "otel_dump",
] as const;

const EMPTY: Omit<CallPart, "project_id" | "id"> = {
  trace_id: null,
  parent_id: null,
  thread_id: null,
  turn_id: null,
  op_name: null,
  display_name: null,
  started_at: null,
  ended_at: null,
  attributes: null,
  inputs: null,
  output: null,
  summary: null,
  exception: null,
  otel_dump: null,
  sanitized: null,
  user_id: null,
  wb_run_id: null,
  wb_run_step: null,
  wb_run_step_end: null,
  is_undated: null,
  is_untimed: null,
};

/** The project of a part, and its sender. */
type Place = { projectId: string; userId: string };

/** The part of a call that its start sends. Without a trace id the call begins its own trace, with its own id, so that a repeat gives the same one. */
export function partOfStart(start: Omit<CallStart, "projectId">, { projectId, userId }: Place): CallPart {
  const id = start.id ?? newId();
  const untold = untoldTimesIn(start.attributes);
  return {
    ...EMPTY,
    project_id: projectId,
    id,
    trace_id: start.traceId ?? id,
    parent_id: start.parentId ?? null,
    thread_id: start.threadId || null,
    turn_id: start.turnId || null,
    op_name: start.opName,
    display_name: start.displayName ?? null,
    started_at: start.startedAt,
    attributes: documentText(start.attributes),
    inputs: documentText(start.inputs),
    otel_dump: documentText(start.otelDump),
    user_id: userId,
    wb_run_id: start.wbRunId ?? null,
    wb_run_step: start.wbRunStep === undefined ? null : String(start.wbRunStep),
    // Attributes without the mark take it away again.
    is_undated: start.attributes ? String(untold.includes("date")) : null,
    is_untimed: start.attributes ? String(untold.includes("duration")) : null,
  };
}

/** The part of a call that its end sends. The trace id and start time come from the start. */
export function partOfEnd(end: Omit<CallEnd, "projectId">, { projectId }: Place): CallPart {
  return {
    ...EMPTY,
    project_id: projectId,
    id: end.id,
    display_name: end.displayName ?? null,
    ended_at: end.endedAt,
    output: documentText(end.output),
    summary: documentText(end.summary),
    exception: documentText(end.exception),
    wb_run_step_end: end.wbRunStepEnd === undefined ? null : String(end.wbRunStepEnd),
  };
}

/** Joins two parts of one call: fields that the later one knows replace the earlier's. The database joins rows in the same way. */
export function joinParts(earlier: CallPart, later: CallPart): CallPart {
  const joined: { [C in PartColumn]: string | null } = { ...earlier };
  for (const { name } of PART_COLUMNS) joined[name] = later[name] ?? joined[name];
  if (later.trace_id === later.id) joined.trace_id = earlier.trace_id ?? later.trace_id;
  joined.user_id = earlier.user_id ?? later.user_id;
  return { ...joined, project_id: earlier.project_id, id: earlier.id };
}

/** Adds the sanitised copy for queries, if one of its documents needs one. */
export function withSanitized(part: CallPart): CallPart {
  let copies: string[] | null = null;
  for (const column of DOCUMENT_COLUMNS) {
    const clean = part[column] === null ? null : sanitizeJson(part[column]);
    if (clean !== null) copies = [...(copies ?? []), `"${column}":${clean}`];
  }
  return copies ? { ...part, sanitized: `{${copies.join(",")}}` } : part;
}

/** A value larger than this gives way to a marker, so that one huge value never costs the batch. */
const MAX_VALUE_BYTES = 3.5 * 1024 * 1024;
const TOO_LARGE = JSON.stringify({ _weave: { error: "<EXCEEDS_LIMITS>" } });

function documentText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
  // A UTF-16 unit takes at most three bytes in UTF-8, so that short texts need no counting.
  return text.length * 3 > MAX_VALUE_BYTES && Buffer.byteLength(text) > MAX_VALUE_BYTES ? TOO_LARGE : text;
}
