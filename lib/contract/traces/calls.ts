import { ANY_CREDENTIAL, BATCH_BODY_BYTES, endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  bool,
  identifier,
  instant,
  integer,
  list,
  listReadByVerb,
  oneOf,
  projectId,
  text,
} from "#lib/contract/fields.ts";
import { Query, sortBy } from "#lib/contract/query.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import {
  CALL_COLUMNS,
  CALL_DOCUMENTS,
  Call,
  CallEnd,
  CallEndOfPath,
  CallFilter,
  type CallPlace,
  CallStart,
  CallStartOfPath,
  CompleteCall,
  displayName,
} from "./call-fields.ts";

const EXAMPLE_START = {
  project_id: "local/playground",
  id: "0199c0de-0000-7000-8000-000000000001",
  op_name: "answer_question",
  trace_id: "0199c0de-0000-7000-8000-000000000002",
  thread_id: "conversation-1",
  turn_id: "0199c0de-0000-7000-8000-000000000001",
  started_at: "2026-01-05T09:30:00Z",
  attributes: { model: "tiny" },
  inputs: { messages: [{ role: "user", content: "Where is my parcel?" }] },
};
const EXAMPLE_END = {
  project_id: "local/playground",
  id: EXAMPLE_START.id,
  ended_at: "2026-01-05T09:30:01.250Z",
  output: { role: "assistant", content: "It arrives tomorrow." },
  summary: { usage: { tiny: { prompt_tokens: 12, completion_tokens: 5 } } },
};

const writing = {
  group: "project",
  method: "POST",
  auth: ANY_CREDENTIAL,
  needs: "calls:write",
  createsProject: true,
  maxBodyBytes: BATCH_BODY_BYTES,
} as const;
const reading = { group: "project", method: "POST", auth: ANY_CREDENTIAL, needs: "calls:read" } as const;
const projectPath = wireObject({ entity: identifier(), project: identifier() });
const EXAMPLE_PATH = { entity: "local", project: "playground" };
const nothing = wireObject({});

/** The ids that a start was stored under; made by the service where the caller gave none. */
export const StartedCall = wireObject({ id: text(), traceId: text() });

export const startCall = endpoint({
  ...writing,
  operationId: "startCall",
  summary: "Record that a call has started",
  description:
    "Start and end of a call are joined by its id and may arrive in any order. If sent again, the sent fields replace the earlier ones.",
  path: "/call/start",
  projectAt: "{start.projectId}",
  input: { body: wireObject({ start: CallStart }) },
  reply: StartedCall,
  example: { start: EXAMPLE_START },
});

export const endCall = endpoint({
  ...writing,
  operationId: "endCall",
  summary: "Record that a call has ended",
  description: "An end whose start has not arrived is stored, and hidden from readers until it does.",
  path: "/call/end",
  projectAt: "{end.projectId}",
  input: { body: wireObject({ end: CallEnd }) },
  reply: nothing,
  example: { end: EXAMPLE_END },
});

/** Elements of a batch; where `mode` is absent, a `start` in `req` says that it is one. */
export const StartInBatch = wireObject({
  mode: maybe(oneOf(["start"])),
  req: wireObject({ start: CallStart }),
});
export const EndInBatch = wireObject({ mode: maybe(oneOf(["end"])), req: wireObject({ end: CallEnd }) });

export const upsertCallBatch = endpoint({
  ...writing,
  operationId: "upsertCallBatch",
  summary: "Record starts and ends of many calls",
  description:
    "Returns one element for each of the batch, in order: the ids of a start, an empty object for an end, and `error` for an element that cannot be stored. The others are still stored.",
  path: "/call/upsert_batch",
  projectAt: "verb",
  input: { body: wireObject({ batch: listReadByVerb(StartInBatch, EndInBatch) }) },
  reply: wireObject({
    res: list(wireObject({ id: maybe(text()), traceId: maybe(text()), error: maybe(text()) })),
  }),
  example: {
    batch: [
      { mode: "start", req: { start: EXAMPLE_START } },
      { mode: "end", req: { end: EXAMPLE_END } },
    ],
  },
});

export const completeCalls = endpoint({
  ...writing,
  operationId: "completeCalls",
  summary: "Record many calls from start to end",
  description:
    "Returns an empty object if every call was stored. Calls that cannot be stored are listed in `errors` by their place in the batch; the others are still stored.",
  path: "/v2/{entity}/{project}/calls/complete",
  projectAt: "{entity}/{project}",
  input: { params: projectPath, body: wireObject({ batch: listReadByVerb(CompleteCall) }) },
  reply: wireObject({ errors: maybe(list(wireObject({ index: integer(), error: text() }))) }),
  example: { ...EXAMPLE_PATH, batch: [{ ...EXAMPLE_START, ...EXAMPLE_END }] },
});

export const startCallV2 = endpoint({
  ...writing,
  operationId: "startCallV2",
  summary: "Record that a long call has started",
  path: "/v2/{entity}/{project}/call/start",
  projectAt: "{entity}/{project}",
  input: { params: projectPath, body: wireObject({ start: CallStartOfPath }) },
  reply: StartedCall,
  example: { ...EXAMPLE_PATH, start: EXAMPLE_START },
});

export const endCallV2 = endpoint({
  ...writing,
  operationId: "endCallV2",
  summary: "Record that a long call has ended",
  path: "/v2/{entity}/{project}/call/end",
  projectAt: "{entity}/{project}",
  input: { params: projectPath, body: wireObject({ end: CallEndOfPath }) },
  reply: nothing,
  example: { ...EXAMPLE_PATH, end: EXAMPLE_END },
});

/** Fields that a list of calls can be sorted by; the documents also by a dotted path below them. */
const CALL_SORT_FIELDS = [
  "id",
  "op_name",
  "display_name",
  "trace_id",
  "parent_id",
  "thread_id",
  "turn_id",
  "started_at",
  "ended_at",
  "wb_user_id",
  "wb_run_id",
  "wb_run_step",
  "wb_run_step_end",
  "exception",
  ...CALL_DOCUMENTS,
] as const;

const column = identifier(1024).check(
  refuseUnless((field) => fieldIsOf(field, CALL_COLUMNS), { type: "literal_error", expected: CALL_COLUMNS }),
);

function fieldIsOf(field: string, known: readonly string[]): boolean {
  const [top = "", ...path] = field.split(".");
  return known.includes(top) && (path.length === 0 || CALL_DOCUMENTS.some((document) => document === top));
}

const shown = {
  /** Read and left aside: costs are not kept. */
  includeCosts: maybe(bool),
  /** Adds the feedback about each call as `summary.weave.feedback`. */
  includeFeedback: maybe(bool),
  /** Adds the size of the call's own documents. */
  includeStorageSize: maybe(bool),
  /** Adds the size of all documents of the call's trace, for calls without a parent. */
  includeTotalStorageSize: maybe(bool),
  /** Adds the name of the person who recorded the call. */
  includeUsernames: maybe(bool),
};

/** Dotted paths at which calls have references. */
const expanding = { expandColumns: maybe(list(text(), { max: 1000 })) };

export const streamCalls = endpoint({
  ...reading,
  operationId: "streamCalls",
  summary: "Read the calls that match a filter and a query, one per line",
  description:
    "Ordered by `started_at` by default. There is no limit unless you send one. A reference to an object or op of the project " +
    "in one of `expand_columns` is replaced by what it refers to, with the reference as `_ref` in an object, unless " +
    "`return_expanded_column_values` is false. Conditions and orders do not follow references: one inside an expanded column is 400.",
  path: "/calls/stream_query",
  input: {
    body: wireObject({
      projectId,
      filter: maybe(CallFilter),
      query: maybe(Query),
      sortBy: maybe(sortBy(CALL_SORT_FIELDS, CALL_DOCUMENTS)),
      limit: maybe(integer({ min: 0 })),
      offset: maybe(integer({ min: 0 })),
      columns: maybe(list(column, { max: 1000 })),
      ...expanding,
      returnExpandedColumnValues: maybe(bool),
      latestOnly: maybe(bool),
      ...shown,
    }),
  },
  reply: Call,
  streams: true,
  example: {
    project_id: "local/playground",
    filter: { trace_roots_only: true },
    sort_by: [{ field: "started_at", direction: "desc" }],
    limit: 50,
  },
});

const callPlace: z.Schema<CallPlace> = wireObject({ startedAt: instant, id: identifier() });

const MAX_WITHIN_MS = 5_000;

/** How long to read calls before answering what was found so far; the answer then takes up to about a third of a second more. */
const withinMs = integer({ min: 0, max: MAX_WITHIN_MS });

export const MAX_FOUND = 1_000;

export const searchCalls = endpoint({
  ...reading,
  operationId: "searchCalls",
  summary: "Search calls by their start for a short while, and continue from there",
  description:
    "Answers what it has found when the page is full, when `within_ms` is over, or when all calls have been looked at. `further` then says how far it got: " +
    "send it as `from` to continue after it. It is null at the end. Whatever arrives or is deleted in between, no call is left out or given twice that was there all the time. " +
    "Pages are also ended early by large documents. A query for calls (`/calls/stream_query`) always gives the whole answer, however long it takes.",
  path: "/calls/search",
  input: {
    body: wireObject({
      projectId,
      filter: maybe(CallFilter),
      query: maybe(Query),
      /** Of the start; the newest first by default. */
      direction: withDefault(oneOf(["asc", "desc"]), "desc"),
      from: maybe(callPlace),
      limit: withDefault(integer({ min: 1, max: MAX_FOUND }), 100),
      withinMs: withDefault(withinMs, 600),
      columns: maybe(list(column, { max: 1000 })),
      includeUsernames: shown.includeUsernames,
    }),
  },
  reply: wireObject({
    calls: list(Call),
    /** The last place that was looked at; null where none is left. */
    further: z.nullable(callPlace),
    /** The time was over before the page was full. */
    isOutOfTime: bool,
  }),
  example: {
    project_id: "local/playground",
    query: { $expr: { $contains: { input: { $getField: "inputs" }, substr: { $literal: "parcel" } } } },
    limit: 50,
  },
});

export const getCallStats = endpoint({
  ...reading,
  operationId: "getCallStats",
  summary: "Count the calls that match a filter and a query",
  path: "/calls/query_stats",
  input: {
    body: wireObject({
      projectId,
      filter: maybe(CallFilter),
      query: maybe(Query),
      /** Counting stops here, and `has_more` says that there are more. */
      limit: maybe(integer({ min: 1 })),
      /** Counting stops when so long was counted, and `has_more` then says that there may be more. Everything is counted where it is absent. */
      withinMs: maybe(withinMs),
      includeTotalStorageSize: maybe(bool),
      /** As in the query for calls; nothing is expanded here. */
      ...expanding,
    }),
  },
  reply: wireObject({
    count: integer(),
    hasMore: bool,
    totalStorageSizeBytes: z.nullable(integer()),
  }),
  example: { project_id: "local/playground", filter: { trace_roots_only: true } },
});

export const readCall = endpoint({
  ...reading,
  operationId: "readCall",
  summary: "Read one call",
  description: "Returns `null` for a call that is missing or deleted.",
  path: "/call/read",
  input: { body: wireObject({ projectId, id: identifier(), ...shown }) },
  reply: wireObject({ call: z.nullable(Call) }),
  example: { project_id: "local/playground", id: EXAMPLE_START.id },
});

export const updateCall = endpoint({
  ...reading,
  needs: "calls:write",
  operationId: "updateCall",
  summary: "Change the display name of a call",
  description: "An empty name removes the display name.",
  path: "/call/update",
  input: { body: wireObject({ projectId, callId: identifier(), displayName }) },
  reply: nothing,
  statuses: [404],
  example: {
    project_id: "local/playground",
    call_id: EXAMPLE_START.id,
    display_name: "The parcel question",
  },
});

export const deleteCalls = endpoint({
  ...reading,
  needs: "calls:delete",
  operationId: "deleteCalls",
  summary: "Delete calls and everything below them",
  description: "Returns how many calls were deleted, including those below the named ones.",
  path: "/calls/delete",
  input: { body: wireObject({ projectId, callIds: list(identifier(), { max: 1000 }) }) },
  reply: wireObject({ numDeleted: integer() }),
  example: { project_id: "local/playground", call_ids: [EXAMPLE_START.id] },
});
