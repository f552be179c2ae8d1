import type { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { finiteNumber, instant, integer, label, list, oneOf, projectId, text } from "./fields.ts";
import { sortDirection } from "./query.ts";
import { maybe, wireObject, withDefault } from "./wire.ts";

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

const ThreadSortElement = wireObject({
  field: oneOf(THREAD_SORT_FIELDS),
  direction: sortDirection,
});

/** Each bound is strict and cuts single turns by when they started. An empty `threadIds` restricts nothing. */
export const ThreadFilter = wireObject({
  afterDatetime: maybe(instant),
  beforeDatetime: maybe(instant),
  threadIds: maybe(list(label())),
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
  firstTurnId: text().nullable(),
  lastTurnId: text().nullable(),
  /** Over ended turns, interpolated between whole milliseconds; null where no turn has ended. */
  p50TurnDurationMs: finiteNumber.nullable(),
  p99TurnDurationMs: finiteNumber.nullable(),
});
export type Thread = z.output<typeof Thread>;

export const queryThreads = endpoint({
  operationId: "queryThreads",
  group: "project",
  summary: "Query threads with statistics over their turns",
  description: `A turn is a call whose id equals its turn id; nested and deleted calls do not count. Without \`sort_by\` the most recently updated thread comes first. A turn's duration is the difference of its end and its start, each cut to whole milliseconds, and at least 0. Missing percentiles come last in both directions, and equal threads are ordered by \`thread_id\`. Takes Basic credentials, not bearer.`,
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
