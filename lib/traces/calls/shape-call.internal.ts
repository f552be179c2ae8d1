import type { Project } from "#lib/access/context.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import type { UntoldTime } from "#lib/contract/traces/untold-times.ts";
import { type CallRow, type Wanted, wants } from "./select-calls.internal.ts";

/** The call that readers see: with the derived state in its summary, and without what was not wanted. */
export function shapeCall(row: CallRow, project: Project, wanted: Wanted): Call {
  const call: Call = {
    id: row.id,
    projectId: project.path,
    opName: row.op_name,
    traceId: row.trace_id,
    startedAt: row.started_at,
    displayName: row.display_name ?? null,
    parentId: row.parent_id ?? null,
    threadId: row.thread_id ?? null,
    turnId: row.turn_id ?? null,
    endedAt: row.ended_at ?? null,
    attributes: attributesOf(row),
    inputs: parsed(row.inputs) ?? {},
    output: parsed(row.output),
    exception: parsed(row.exception),
    summary: wants(wanted, "summary") ? summaryOf(row) : null,
    wbUserId: row.user_id ?? null,
    wbUsername: row.wb_username ?? null,
    wbRunId: row.wb_run_id ?? null,
    wbRunStep: row.wb_run_step ?? null,
    wbRunStepEnd: row.wb_run_step_end ?? null,
    deletedAt: null,
    expireAt: null,
  };
  if (wanted.includeStorageSize) call.storageSizeBytes = row.storage_size_bytes ?? null;
  if (wanted.includeTotalStorageSize) call.totalStorageSizeBytes = row.total_storage_size_bytes ?? null;
  return wanted.columns === null ? call : withoutUnwanted(call, wanted);
}

/** A document as it was stored: the contract let in no other kind of value for that column. */
function parsed<T>(text: string | null | undefined): T | null {
  return text === null || text === undefined ? null : (JSON.parse(text) as T);
}

type Dict = Record<string, unknown>;

function attributesOf({ attributes, otel_dump: otelDump }: CallRow): Dict {
  const own = parsed<Dict>(attributes) ?? {};
  return otelDump ? { ...own, otel_span: parsed<Dict>(otelDump) } : own;
}

function summaryOf(row: CallRow): Dict {
  const { weave, ...summary } = parsed<Dict>(row.summary) ?? {};
  return { ...summary, weave: { ...(isDict(weave) ? weave : {}), ...stateOf(row, summary) } };
}

function stateOf(row: CallRow, summary: Dict): Dict {
  return {
    status: statusOf(row, summary),
    trace_name: shortName(row.op_name),
    ...(row.display_name ? { display_name: row.display_name } : {}),
    ...(row.ended_at && !row.is_untimed ? { latency_ms: latencyMs(row.started_at, row.ended_at) } : {}),
    ...(row.is_undated || row.is_untimed ? { not_in_source: untoldOf(row) } : {}),
  };
}

function untoldOf({ is_undated, is_untimed }: CallRow): UntoldTime[] {
  return [...(is_undated ? (["date"] as const) : []), ...(is_untimed ? (["duration"] as const) : [])];
}

function statusOf({ exception, ended_at }: CallRow, { status_counts: counts }: Dict): string {
  if (exception !== null && exception !== undefined) return "error";
  if (!ended_at) return "running";
  return isDict(counts) && Number(counts.error) > 0 ? "descendant_error" : "success";
}

/** Whole milliseconds, rounded down, from times that are told to the microsecond. */
function latencyMs(startedAt: string, endedAt: string): number {
  const seconds = (time: string) => Date.parse(`${time.slice(0, 19)}Z`);
  const micros = (time: string) => Number(time.slice(20, 26));
  return seconds(endedAt) - seconds(startedAt) + Math.floor((micros(endedAt) - micros(startedAt)) / 1000);
}

/** A reference to an op goes by the op's name. */
function shortName(opName: string): string {
  return /^[a-z-]+:\/\/\//.test(opName) ? opName.replace(/^.*\/([^/:]+)(?::[^/]*)?$/, "$1") : opName;
}

const FIELDS = {
  displayName: "display_name",
  parentId: "parent_id",
  threadId: "thread_id",
  turnId: "turn_id",
  endedAt: "ended_at",
  output: "output",
  exception: "exception",
  summary: "summary",
  wbUserId: "wb_user_id",
  wbUsername: "wb_username",
  wbRunId: "wb_run_id",
  wbRunStep: "wb_run_step",
  wbRunStepEnd: "wb_run_step_end",
  deletedAt: "deleted_at",
  expireAt: "expire_at",
} as const;

function withoutUnwanted(call: Call, wanted: Wanted): Call {
  return Object.fromEntries(
    Object.entries(call).filter(([key]) => !isField(key) || wants(wanted, FIELDS[key])),
    // Only optional fields can go.
  ) as Call;
}

function isField(key: string): key is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, key);
}
