import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  finiteNumber,
  identifier,
  instant,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
} from "#lib/contract/fields.ts";
import { sortDirection } from "#lib/contract/query.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

export const THREAD_SORT_FIELDS = [
  "thread_id",
  "turn_count",
  "start_time",
  "last_updated",
  "p50_turn_duration_ms",
  "p99_turn_duration_ms",
] as const;
export type ThreadSortField = (typeof THREAD_SORT_FIELDS)[number];
export type ThreadSort = { field: ThreadSortField; direction: "asc" | "desc" };

export const ThreadSortElement = wireObject({
  field: oneOf(THREAD_SORT_FIELDS),
  direction: sortDirection,
});

/** Strict bounds that cut single turns, and the calls inside them, by when they started. */
const WINDOW = { afterDatetime: maybe(instant), beforeDatetime: maybe(instant) };

/** The greatest count and the longest duration in milliseconds that a bound may name; both are far beyond what is stored. */
const MAX_TURNS = 2_147_483_647;

/**
 * An empty `threadIds` restricts nothing. The bounds of counts and durations are inclusive and apply to the turns inside the window; a
 * thread without an ended turn of known duration there passes no bound on durations. The booleans apply to the thread's calls that started
 * inside the window, nested ones included: true requires at least one of the kind, false none.
 */
export const ThreadFilter = wireObject({
  ...WINDOW,
  threadIds: maybe(list(label())),
  /** A part of the thread's id, in any case. */
  search: maybe(label()),
  minTurns: maybe(integer({ min: 0, max: MAX_TURNS })),
  maxTurns: maybe(integer({ min: 0, max: MAX_TURNS })),
  minP50TurnDurationMs: maybe(finiteNumber),
  maxP50TurnDurationMs: maybe(finiteNumber),
  minP99TurnDurationMs: maybe(finiteNumber),
  maxP99TurnDurationMs: maybe(finiteNumber),
  /** Failed calls. */
  hasErrors: maybe(bool),
  /** Calls in any annotation queue. */
  inQueue: maybe(bool),
  /** Calls in this queue. */
  queueId: maybe(identifier()),
  /** Calls with feedback. */
  hasFeedback: maybe(bool),
  /** True leaves out the threads that evaluations, reinforcement and the playground record; false leaves only them. */
  isTraffic: maybe(bool),
});
export type ThreadFilter = z.output<typeof ThreadFilter>;

/** The statistics of one thread, over those of its turns that pass the filter. */
export const Thread = wireObject({
  threadId: text(),
  turnCount: integer(),
  /** When the first turn started. */
  startTime: instant,
  /** When the last ended turn ended; when the last turn started where none has ended. */
  lastUpdated: instant,
  firstTurnId: z.nullable(text()),
  lastTurnId: z.nullable(text()),
  /** Over ended turns of known duration, interpolated between whole milliseconds; null if there are none. */
  p50TurnDurationMs: z.nullable(finiteNumber),
  p99TurnDurationMs: z.nullable(finiteNumber),
});
export type Thread = z.output<typeof Thread>;

export const queryThreads = endpoint({
  operationId: "queryThreads",
  group: "project",
  summary: "Query threads with statistics over their turns",
  description: `A turn is a call whose id equals its turn id; nested and deleted calls do not count. Without \`sort_by\`, the most recently updated thread comes first. A thread whose source does not say when it was updated has the place of when its last turn was stored (\`stored_at\` of its details); in an order by start, threads without a known start come last in both directions. A turn's duration is the difference of its end and its start, each cut to whole milliseconds, and at least 0; turns with the attribute \`"spindle": {"not_in_source": ["duration"]}\` have none, and count in everything else. Missing percentiles come last in both directions, and ties are ordered by \`thread_id\`. Accepts Basic credentials, not bearer.`,
  method: "POST",
  path: "/threads/stream_query",
  auth: ["basic", "session"],
  needs: "threads:read",
  streams: true,
  input: {
    body: wireObject({
      projectId,
      filter: maybe(ThreadFilter),
      limit: maybe(integer({ min: 0 })),
      offset: withDefault(integer({ min: 0 }), 0),
      sortBy: maybe(list(ThreadSortElement)),
    }),
  },
  reply: Thread,
  example: {
    project_id: "local/playground",
    filter: {
      after_datetime: "2026-01-01T00:00:00Z",
      before_datetime: "2027-01-01T00:00:00Z",
      thread_ids: ["support-4711"],
    },
    sort_by: [
      { field: "p99_turn_duration_ms", direction: "desc" },
      { field: "turn_count", direction: "asc" },
    ],
    limit: 50,
    offset: 0,
  },
});

/** Whole numbers in half-open ranges: from `from` up to and without `to`. */
export const Bucket = wireObject({ from: integer(), to: integer(), count: integer() });
export type Bucket = z.output<typeof Bucket>;

/** Totals over the threads that pass a filter, and over those of their turns and calls that started inside its window. */
export const ThreadSummary = wireObject({
  threads: integer(),
  turns: integer(),
  meanTurns: z.nullable(finiteNumber),
  /** Over ended turns of known duration, interpolated between whole milliseconds; null if there are none. */
  p50TurnDurationMs: z.nullable(finiteNumber),
  p90TurnDurationMs: z.nullable(finiteNumber),
  p99TurnDurationMs: z.nullable(finiteNumber),
  /** Turns whose own call recorded an exception. */
  failedTurns: integer(),
  /** Their share of the turns; null where there is no turn. */
  errorShare: z.nullable(finiteNumber),
  /** Feedback on calls of the threads. */
  feedback: integer(),
  /** From the summaries of the turns; null if none has it, or they were not added up. */
  tokens: z.nullable(finiteNumber),
  /** Tokens were not added up, as there are more than 100,000 turns. */
  isTokenSumLeftOut: bool,
  /** Threads by their number of turns. Ranges without any between two others are listed, too; so in all histograms. */
  turnCounts: list(Bucket),
  /** Ended turns of known duration, by their duration in milliseconds. */
  turnDurations: list(Bucket),
  /** Threads by their median turn duration, cut to whole milliseconds. */
  medianDurations: list(Bucket),
  /** Threads by when their first turn started, those left out whose date stands in no source. Spans without any are left out. */
  overTime: wireObject({
    /** Null where there is no such thread. */
    bucketMs: z.nullable(integer()),
    buckets: list(wireObject({ start: instant, count: integer() })),
  }),
});
export type ThreadSummary = z.output<typeof ThreadSummary>;

const EXAMPLE_FILTER = {
  after_datetime: "2026-01-01T00:00:00Z",
  min_turns: 2,
  has_errors: false,
};

export const summarizeThreads = endpoint({
  operationId: "summarizeThreads",
  group: "project",
  summary: "Summarize the threads that match a filter",
  description:
    "Accepts the filter of the list, whose window applies to single turns. Histograms have six ranges per power of ten: 1, 1.5, 2, 3, 5, 7, in whole numbers. Times are grouped in at most sixty spans, counted from 1970.",
  method: "POST",
  path: "/threads/summary",
  auth: ANY_CREDENTIAL,
  needs: "threads:read",
  input: { body: wireObject({ projectId, filter: maybe(ThreadFilter) }) },
  reply: ThreadSummary,
  example: { project_id: "local/playground", filter: EXAMPLE_FILTER },
});

export const QueueName = wireObject({ id: text(), name: text() });

/** Thumbs of people, whatever their skin tone, and all feedback, of any kind. */
const FEEDBACK_COUNTS = { feedback: integer(), thumbsUp: integer(), thumbsDown: integer() };

/** What a list shows of a thread beside its statistics. */
export const ThreadDetails = wireObject({
  threadId: text(),
  /** The first turn's date stands in no source, and neither does the last one's. */
  isStartUndated: bool,
  isUpdateUndated: bool,
  /** When the last turn was stored here. */
  storedAt: instant,
  /** What the first turn asked, in at most 200 characters; null where nothing was recorded. */
  firstInput: z.nullable(text()),
  /** What the last turn answered. */
  lastOutput: z.nullable(text()),
  tokens: z.nullable(finiteNumber),
  /** Calls that recorded an exception, nested ones included. */
  failedCalls: integer(),
  ...FEEDBACK_COUNTS,
  /** That hold any of its calls, by name. */
  queues: list(QueueName),
});
export type ThreadDetails = z.output<typeof ThreadDetails>;

export const MAX_DETAILED_THREADS = 200;

export const getThreadDetails = endpoint({
  operationId: "getThreadDetails",
  group: "project",
  summary: "Describe a few threads",
  description:
    "One element for each named thread that has turns, in the order of the ids. The window is that of the list and counts the same turns and calls.",
  method: "POST",
  path: "/threads/details",
  auth: ANY_CREDENTIAL,
  needs: "threads:read",
  input: {
    body: wireObject({
      projectId,
      threadIds: list(label(), { max: MAX_DETAILED_THREADS }),
      ...WINDOW,
    }),
  },
  reply: wireObject({ details: list(ThreadDetails) }),
  example: { project_id: "local/playground", thread_ids: ["support-4711"] },
});

/** A turn without its documents. */
export const Turn = wireObject({
  id: text(),
  opName: text(),
  displayName: z.nullable(text()),
  startedAt: instant,
  /** Null while it runs. */
  endedAt: z.nullable(instant),
  /** Null while it runs, and if its source has no duration. */
  durationMs: z.nullable(finiteNumber),
  /** Its date stands in no source; `startedAt` and `endedAt` give it a place in the order and no more. */
  isUndated: bool,
  tokens: z.nullable(finiteNumber),
  /** The turn's own call recorded an exception. */
  hasError: bool,
  /** Calls inside it that did. */
  failedInside: integer(),
  ...FEEDBACK_COUNTS,
  /** The asking person's own thumb; the latest, where there are both. */
  ownThumb: z.nullable(oneOf(["up", "down"])),
  /** That hold the turn's call, by name. */
  queues: list(QueueName),
  /** What it asked, in at most 200 characters. */
  preview: z.nullable(text()),
});
export type Turn = z.output<typeof Turn>;

export const queryTurns = endpoint({
  operationId: "queryTurns",
  group: "project",
  summary: "List the turns of a thread",
  description:
    "Oldest first, without inputs and output. `total` counts all turns of the thread; it is 0 for an unknown thread.",
  method: "POST",
  path: "/threads/turns",
  auth: ANY_CREDENTIAL,
  needs: "threads:read",
  input: {
    body: wireObject({
      projectId,
      threadId: label(),
      limit: withDefault(integer({ min: 0, max: 1000 }), 100),
      offset: withDefault(integer({ min: 0 }), 0),
    }),
  },
  reply: wireObject({ total: integer(), turns: list(Turn) }),
  example: { project_id: "local/playground", thread_id: "support-4711", limit: 100, offset: 0 },
});
