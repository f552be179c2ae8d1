import type { Ctx } from "#lib/access/context.ts";
import { CALL_COLUMNS, type CallColumn } from "#lib/contract/traces/call-fields.ts";
import { type Column, columns, float, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";

/** The fields to read of a call. */
export type Wanted = Include & {
  /** Null for every column. */
  columns: ReadonlySet<string> | null;
};

type Include = {
  includeStorageSize?: boolean | undefined;
  includeTotalStorageSize?: boolean | undefined;
  includeUsernames?: boolean | undefined;
};

/** The wanted columns; a dotted path asks for the whole document that it leads into. */
export function wantedOf(input: Include & { columns?: string[] | undefined }): Wanted {
  const { includeStorageSize, includeTotalStorageSize, includeUsernames } = input;
  const tops = input.columns?.map((column) => column.split(".")[0] ?? column);
  const columns = tops ? new Set([...tops, ...ALWAYS]) : null;
  return { columns, includeStorageSize, includeTotalStorageSize, includeUsernames };
}

const ALWAYS = ["id", "trace_id", "project_id", "op_name", "started_at"];

export function wants({ columns }: Wanted, column: CallColumn): boolean {
  return columns === null || columns.has(column);
}

/** The selected fields of calls (as `c`); a row only has the requested ones and those of every call. */
export function callColumns(project: Ctx["project"], wanted: Wanted) {
  const chosen = new Set(CALL_COLUMNS.filter((column) => wants(wanted, column)));
  if (chosen.has("summary")) for (const column of DERIVING) chosen.add(column);
  const names = [...chosen].flatMap((column) => NAMES[column] ?? []);
  if (wanted.includeUsernames && wants(wanted, "wb_username")) names.push("wbUsername");
  if (wanted.includeStorageSize) names.push("storageSizeBytes");
  const total = wanted.includeTotalStorageSize ? { totalStorageSizeBytes: totalSize(project) } : {};
  const shape: typeof ALWAYS_READ &
    Partial<typeof OPTIONAL & { totalStorageSizeBytes: Column<number | null> }> = {
    ...ALWAYS_READ,
    ...Object.fromEntries(names.map((name) => [name, OPTIONAL[name]])),
    ...total,
  };
  return columns(shape);
}

export type CallRow = RowOf<ReturnType<typeof callColumns>>;

/** Bytes of the requested documents of a call in the database, compressed or not: known without reading them. Null if none is requested. */
export function storedBytes(wanted: Wanted): Sql | null {
  const names = new Set<string>(
    CALL_COLUMNS.filter((column) => wants(wanted, column)).flatMap((column) => NAMES[column] ?? []),
  );
  const documents = Object.entries(DOCUMENTS).filter(([name]) => names.has(name));
  if (documents.length === 0) return null;
  return join(
    documents.map(([, column]) => sql`coalesce(pg_column_size(${column}), 0)`),
    " + ",
  );
}

const ALWAYS_READ = {
  ...of("call c", "id"),
  traceId: text(sql`c.trace_id`),
  opName: text(sql`c.op_name`),
  startedAt: text(utcText(sql`c.started_at`)),
};

/** Bytes of a call's documents as they are kept. */
export const sizeOf = {
  own: sql`documents_size(c.attributes, c.inputs, c.output, c.summary, c.otel_dump)::float8`,
  ofTrace: sql`documents_size(t.attributes, t.inputs, t.output, t.summary, t.otel_dump)::float8`,
};

const document = (column: Sql) => orNull(text(column));

/** Read as JSON text. */
const DOCUMENTS = {
  attributes: document(sql`c.attributes`),
  otelDump: document(sql`c.otel_dump`),
  inputs: document(sql`c.inputs`),
  output: document(sql`c.output`),
  exception: document(sql`c.exception`),
  summary: document(sql`c.summary`),
};

const OPTIONAL = {
  ...DOCUMENTS,
  ...of(
    "call c",
    "displayName",
    "parentId",
    "threadId",
    "turnId",
    "userId",
    "wbRunId",
    "isUndated",
    "isUntimed",
  ),
  endedAt: orNull(text(utcText(sql`c.ended_at`))),
  wbRunStep: orNull(float(sql`c.wb_run_step`)),
  wbRunStepEnd: orNull(float(sql`c.wb_run_step_end`)),
  wbUsername: orNull(text(sql`(select u.name from app_user u where u.id = c.user_id)`)),
  storageSizeBytes: float(sizeOf.own),
};

const NAMES: Partial<Record<CallColumn, readonly (keyof typeof OPTIONAL)[]>> = {
  display_name: ["displayName"],
  parent_id: ["parentId"],
  thread_id: ["threadId"],
  turn_id: ["turnId"],
  ended_at: ["endedAt"],
  attributes: ["attributes", "otelDump"],
  inputs: ["inputs"],
  output: ["output"],
  exception: ["exception"],
  summary: ["summary", "isUndated", "isUntimed"],
  wb_user_id: ["userId"],
  wb_run_id: ["wbRunId"],
  wb_run_step: ["wbRunStep"],
  wb_run_step_end: ["wbRunStepEnd"],
};

/** The fields from which the state in the summary is derived. */
const DERIVING = ["exception", "ended_at", "display_name"] as const;

function totalSize({ id }: Ctx["project"]) {
  return orNull(
    float(sql`case when c.parent_id is null then (
      select sum(${sizeOf.ofTrace}) from call t
      where t.project_id = ${id} and t.trace_id = c.trace_id and t.started_at is not null and t.deleted_at is null) end`),
  );
}
