import { sentUser, USER_NAMES } from "#lib/contract/access/acting-user.ts";
import {
  anyJson,
  bool,
  dict,
  identifier,
  instant,
  integer,
  label,
  list,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** References to ops carry entity, project, name and digest, so that they outgrow other names. */
const opName = identifier(1024);

/** Programs put whole questions into it; a long one must not cost the call. */
export const displayName = label(65_536);

const startFields = {
  opName,
  displayName: maybe(displayName),
  traceId: maybe(identifier()),
  parentId: maybe(identifier()),
  /** The conversation that the call belongs to; empty says none. */
  threadId: maybe(label(255)),
  /** The exchange of the conversation that the call belongs to; a call whose id it is, is that turn. */
  turnId: maybe(label(255)),
  startedAt: instant,
  /** `{"spindle": {"not_in_source": ["date", "duration"]}}` says that these were filled in: no page shows and no statistic counts them. */
  attributes: maybe(dict),
  inputs: maybe(dict),
  /** The OpenTelemetry span that the call was made from; read back as `attributes.otel_span`. */
  otelDump: maybe(dict),
  wbRunId: maybe(identifier()),
  wbRunStep: maybe(integer()),
  ...sentUser,
};

const endFields = {
  endedAt: instant,
  /** What went wrong; its presence makes the call's status `error`. */
  exception: maybe(text()),
  output: maybe(anyJson),
  summary: maybe(dict),
  wbRunStepEnd: maybe(integer()),
  /** A call that was renamed while it ran says so at its end. */
  displayName: maybe(displayName),
};

export const CallStart = wireObject(
  { projectId, id: maybe(identifier()), ...startFields },
  { aliases: USER_NAMES },
);
export type CallStart = z.output<typeof CallStart>;

export const CallEnd = wireObject({
  projectId,
  id: identifier(),
  traceId: maybe(identifier()),
  startedAt: maybe(instant),
  ...endFields,
});
export type CallEnd = z.output<typeof CallEnd>;

/** A call that was recorded from start to end. The project may be left to the path. */
export const CompleteCall = wireObject(
  { projectId: maybe(projectId), id: maybe(identifier()), ...startFields, ...endFields },
  { aliases: USER_NAMES },
);
export type CompleteCall = z.output<typeof CompleteCall>;

/** As `CallStart` and `CallEnd`, where the path names the project. */
export const CallStartOfPath = wireObject(
  { projectId: maybe(projectId), id: maybe(identifier()), ...startFields },
  { aliases: USER_NAMES },
);
export const CallEndOfPath = wireObject({
  projectId: maybe(projectId),
  id: identifier(),
  traceId: maybe(identifier()),
  startedAt: maybe(instant),
  ...endFields,
});

const ids = maybe(list(identifier(), { max: 1000 }));

export const CALL_FILTER = {
  /** `name:*` matches every version of an op. */
  opNames: maybe(list(opName, { max: 1000 })),
  inputRefs: maybe(list(identifier(2048), { max: 1000 })),
  outputRefs: maybe(list(identifier(2048), { max: 1000 })),
  parentIds: ids,
  traceIds: ids,
  callIds: ids,
  threadIds: ids,
  turnIds: ids,
  /** Only calls without a parent. */
  traceRootsOnly: maybe(bool),
  wbUserIds: ids,
  wbRunIds: ids,
};
/** Conditions that all hold; each list matches any of its values. */
export const CallFilter = wireObject(CALL_FILTER);
export type CallFilter = z.output<typeof CallFilter>;

/** Fields of a call that are JSON documents, into which a dotted path may continue. */
export const CALL_DOCUMENTS = ["inputs", "output", "attributes", "summary"] as const;
export const CALL_COLUMNS = [
  "id",
  "project_id",
  "op_name",
  "display_name",
  "trace_id",
  "parent_id",
  "thread_id",
  "turn_id",
  "started_at",
  "ended_at",
  "attributes",
  "inputs",
  "output",
  "exception",
  "summary",
  "wb_user_id",
  "wb_username",
  "wb_run_id",
  "wb_run_step",
  "wb_run_step_end",
  "deleted_at",
  "expire_at",
  "storage_size_bytes",
  "total_storage_size_bytes",
] as const;
export type CallColumn = (typeof CALL_COLUMNS)[number];

/** A call as readers see it. With `columns`, a field that was not asked for is absent, save `attributes` and `inputs`: those are empty. */
export const Call = wireObject(
  {
    id: text(),
    projectId: text(),
    opName: text(),
    displayName: z.nullish(text()),
    traceId: text(),
    parentId: z.nullish(text()),
    threadId: z.nullish(text()),
    turnId: z.nullish(text()),
    startedAt: instant,
    endedAt: z.nullish(instant),
    attributes: dict,
    inputs: dict,
    output: z.optional(anyJson),
    exception: z.nullish(text()),
    /** `weave` in it holds what the service derives: `status`, `latency_ms`, `trace_name`, and `feedback` when asked for; `not_in_source` names times that the call's attributes disown. */
    summary: z.nullish(dict),
    wbUserId: z.nullish(text()),
    wbUsername: z.nullish(text()),
    wbRunId: z.nullish(text()),
    wbRunStep: z.nullish(integer()),
    wbRunStepEnd: z.nullish(integer()),
    deletedAt: z.nullish(timestamp),
    expireAt: z.nullish(timestamp),
    storageSizeBytes: z.nullish(integer()),
    totalStorageSizeBytes: z.nullish(integer()),
  },
  { aliases: USER_NAMES },
);
export type Call = z.output<typeof Call>;

/** Where a call stands in the order of their start; a call may be gone, and its place is still one. */
export type CallPlace = { startedAt: string; id: string };
