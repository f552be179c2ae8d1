import type { Ctx } from "#lib/access/context.ts";
import { CALL_COLUMNS, type CallColumn } from "#lib/contract/traces/call-fields.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";

/** What of a call is read. */
export type Wanted = Include & {
  /** Null for every column. */
  columns: ReadonlySet<string> | null;
};

type Include = {
  includeStorageSize?: boolean | undefined;
  includeTotalStorageSize?: boolean | undefined;
  includeUsernames?: boolean | undefined;
};

/** A call as the statement gives it: documents as JSON text, absent where they were not wanted. */
export type CallRow = {
  id: string;
  trace_id: string;
  op_name: string;
  started_at: string;
  ended_at?: string | null;
  is_undated?: boolean | null;
  is_untimed?: boolean | null;
  display_name?: string | null;
  parent_id?: string | null;
  thread_id?: string | null;
  turn_id?: string | null;
  attributes?: string | null;
  otel_dump?: string | null;
  inputs?: string | null;
  output?: string | null;
  exception?: string | null;
  summary?: string | null;
  user_id?: string | null;
  wb_username?: string | null;
  wb_run_id?: string | null;
  wb_run_step?: number | null;
  wb_run_step_end?: number | null;
  storage_size_bytes?: number | null;
  total_storage_size_bytes?: number | null;
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

/** The statement that reads calls (as `c`), up to its conditions. */
export function selectCalls(project: Ctx["project"], wanted: Wanted): Sql {
  const columns = new Set(CALL_COLUMNS.filter((column) => wants(wanted, column)));
  if (columns.has("summary")) for (const column of DERIVING) columns.add(column);
  const chosen = [...columns].flatMap((column) => SOURCES[column] ?? []);
  if (wanted.includeUsernames && wants(wanted, "wb_username")) chosen.push(USERNAME);
  if (wanted.includeStorageSize) chosen.push(sql`${sizeOf.own} as storage_size_bytes`);
  if (wanted.includeTotalStorageSize) chosen.push(totalSize(project));
  return sql`select ${join(chosen)} from call c`;
}

const SOURCES: Partial<Record<CallColumn, Sql>> = {
  id: sql`c.id`,
  op_name: sql`c.op_name`,
  display_name: sql`c.display_name`,
  trace_id: sql`c.trace_id`,
  parent_id: sql`c.parent_id`,
  thread_id: sql`c.thread_id`,
  turn_id: sql`c.turn_id`,
  started_at: sql`${utcText(sql`c.started_at`)} as started_at`,
  ended_at: sql`${utcText(sql`c.ended_at`)} as ended_at`,
  attributes: sql`c.attributes::text as attributes, c.otel_dump::text as otel_dump`,
  inputs: sql`c.inputs::text as inputs`,
  output: sql`c.output::text as output`,
  exception: sql`c.exception::text as exception`,
  summary: sql`c.summary::text as summary, c.is_undated, c.is_untimed`,
  wb_user_id: sql`c.user_id`,
  wb_run_id: sql`c.wb_run_id`,
  wb_run_step: sql`c.wb_run_step::float8 as wb_run_step`,
  wb_run_step_end: sql`c.wb_run_step_end::float8 as wb_run_step_end`,
};

/** What the state in the summary is derived from. */
const DERIVING = ["exception", "ended_at", "display_name"] as const;
const USERNAME = sql`(select u.name from app_user u where u.id = c.user_id) as wb_username`;

/** Bytes of a call's documents as they are kept. */
export const sizeOf = {
  own: sql`(coalesce(octet_length(c.attributes::text), 0) + coalesce(octet_length(c.inputs::text), 0)
    + coalesce(octet_length(c.output::text), 0) + coalesce(octet_length(c.summary::text), 0)
    + coalesce(octet_length(c.otel_dump::text), 0))::float8`,
  ofTrace: sql`(coalesce(octet_length(t.attributes::text), 0) + coalesce(octet_length(t.inputs::text), 0)
    + coalesce(octet_length(t.output::text), 0) + coalesce(octet_length(t.summary::text), 0)
    + coalesce(octet_length(t.otel_dump::text), 0))::float8`,
};

function totalSize({ id }: Ctx["project"]): Sql {
  return sql`case when c.parent_id is null then (
      select sum(${sizeOf.ofTrace}) from call t
      where t.project_id = ${id} and t.trace_id = c.trace_id and t.started_at is not null and t.deleted_at is null)
    end as total_storage_size_bytes`;
}
