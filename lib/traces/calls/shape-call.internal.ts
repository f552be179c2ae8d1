import type { Project } from "#lib/access/context.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import type { UntoldTime } from "#lib/contract/traces/untold-times.ts";
import { type CallRow, type Wanted, wants } from "./select-calls.internal.ts";

/** A call for readers: with the derived state in its summary, and only with the requested fields. */
export function shapeCall(row: CallRow, project: Project, wanted: Wanted): Call {
  const call: Call = {
    id: row.id,
    projectId: project.path,
    opName: row.opName,
    traceId: row.traceId,
    startedAt: row.startedAt,
    displayName: row.displayName ?? null,
    parentId: row.parentId ?? null,
    threadId: row.threadId ?? null,
    turnId: row.turnId ?? null,
    endedAt: row.endedAt ?? null,
    attributes: attributesOf(row),
    inputs: parsed(row.inputs) ?? {},
    output: parsed(row.output),
    exception: parsed(row.exception),
    summary: wants(wanted, "summary") ? summaryOf(row) : null,
    wbUserId: row.userId ?? null,
    wbUsername: row.wbUsername ?? null,
    wbRunId: row.wbRunId ?? null,
    wbRunStep: row.wbRunStep ?? null,
    wbRunStepEnd: row.wbRunStepEnd ?? null,
    deletedAt: null,
    expireAt: null,
  };
  if (wanted.includeStorageSize) call.storageSizeBytes = row.storageSizeBytes ?? null;
  if (wanted.includeTotalStorageSize) call.totalStorageSizeBytes = row.totalStorageSizeBytes ?? null;
  return wanted.columns === null ? call : withoutUnwanted(call, wanted);
}

/** A document as it was stored: the contract let in no other kind of value for that column. */
function parsed<T>(text: string | null | undefined): T | null {
  return text === null || text === undefined ? null : (JSON.parse(text) as T);
}

type Dict = Record<string, unknown>;

function attributesOf({ attributes, otelDump }: CallRow): Dict {
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
    trace_name: shortName(row.opName),
    ...(row.displayName ? { display_name: row.displayName } : {}),
    ...(row.endedAt && !row.isUntimed ? { latency_ms: latencyMs(row.startedAt, row.endedAt) } : {}),
    ...(row.isUndated || row.isUntimed ? { not_in_source: untoldOf(row) } : {}),
  };
}

function untoldOf({ isUndated, isUntimed }: CallRow): UntoldTime[] {
  return [...(isUndated ? (["date"] as const) : []), ...(isUntimed ? (["duration"] as const) : [])];
}

function statusOf({ exception, endedAt }: CallRow, { status_counts: counts }: Dict): string {
  if (exception !== null && exception !== undefined) return "error";
  if (!endedAt) return "running";
  return isDict(counts) && Number(counts.error) > 0 ? "descendant_error" : "success";
}

/** Whole milliseconds, rounded down, from times with microseconds. */
function latencyMs(startedAt: string, endedAt: string): number {
  const seconds = (time: string) => Date.parse(`${time.slice(0, 19)}Z`);
  const micros = (time: string) => Number(time.slice(20, 26));
  return seconds(endedAt) - seconds(startedAt) + Math.floor((micros(endedAt) - micros(startedAt)) / 1000);
}

/** A reference to an op is shown by the op's name. */
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
