import type { ThreadFilter } from "#lib/contract/traces/threads.ts";
import { empty, join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { hasKeptMark, hasMark, type Mark } from "./thread-marks.internal.ts";
import { isTrafficThread } from "./traffic.ts";
import { startedInside, type Window } from "./turn-statistics.internal.ts";

/** A thread's id and statistics as a statement names them. */
type Statistics = { threadId: Sql; turnCount: Sql; p50Ms: Sql; p99Ms: Sql };

/** The conditions of a filter other than the window, as `and …`; empty if it has none. */
export type ThreadConditions = {
  /** On the id alone. */
  ofId: (threadId: Sql) => Sql;
  /** On the statistics of the turns inside the window, and on the thread's calls there, for a summary `stat`. Needs `tables`. */
  ofSummary: (statistics: Statistics) => Sql;
  /** The same for a thread whose turns are read. */
  ofRecomputed: (statistics: Statistics) => Sql;
  /** Whether `ofSummary` asks for feedback or places in queues. */
  asksForMarks: boolean;
  /** Common tables, each with a comma after it. */
  tables: Sql;
  /** Whether the window says it all, beside what is traffic. */
  areOfWindow: boolean;
};

/**
 * Whether calls have errors, feedback or a place in a queue is kept with each thread. The threads of one queue are gathered once, from its items, and
 * become a hash table in which each thread of the list is looked up.
 */
export function threadConditions(projectId: string, filter: ThreadFilter): ThreadConditions {
  const ids = filter.threadIds?.length ? filter.threadIds : undefined;
  const search = filter.search || undefined;
  const bounds = boundsIn(filter);
  const marks = marksIn(filter);
  const { isTraffic, queueId } = filter;
  const ofThread = (statistics: Statistics, held: Sql[]) => {
    // Not bare, since the planner would join: it expects the first threads of an order to pass, and then compares each with all.
    const inQueue = sql`coalesce(${statistics.threadId} in (select thread_id from in_this_queue), false)`;
    const conditions = [
      ...bounds.map((bound) => bound(statistics)),
      ...held,
      ...(queueId === undefined ? [] : [inQueue]),
    ];
    return conditions.length > 0 ? sql`and ${join(conditions, " and ")}` : empty;
  };
  return {
    ofId: (threadId) =>
      sql`${ids ? sql`and ${threadId} = any(${ids}::text[])` : empty}${
        search === undefined ? empty : sql` and strpos(lower(${threadId}), lower(${search}::text)) > 0`
      }${isTraffic === undefined ? empty : sql` and (${isTrafficThread(threadId)}) = ${isTraffic}`}`,
    ofSummary: (statistics) =>
      ofThread(
        statistics,
        marks.map(({ mark, wanted }) => hasKeptMark(mark, wanted, filter)),
      ),
    ofRecomputed: (statistics) =>
      ofThread(
        statistics,
        marks.map(({ mark, wanted }) => {
          const read = hasMark(mark, { project: sql`${projectId}`, thread: statistics.threadId }, filter);
          return wanted ? read : sql`not ${read}`;
        }),
      ),
    tables:
      queueId === undefined
        ? empty
        : sql`in_this_queue as materialized (${threadsInQueue(projectId, queueId, filter)}),`,
    asksForMarks: marks.some(({ mark }) => mark !== "failed"),
    areOfWindow:
      !ids && search === undefined && marks.length === 0 && bounds.length === 0 && queueId === undefined,
  };
}

function marksIn({ hasErrors, inQueue, hasFeedback }: ThreadFilter): { mark: Mark; wanted: boolean }[] {
  const asked: [Mark, boolean | undefined][] = [
    ["failed", hasErrors],
    ["queued", inQueue],
    ["given", hasFeedback],
  ];
  return asked.flatMap(([mark, wanted]) => (wanted === undefined ? [] : { mark, wanted }));
}

/** Id and name of the live queues that hold one call, also as the second of a pair; once for each of its items. */
export function queuesHolding(projectId: string, callId: Sql): Sql {
  const live = sql`select queue_id from queue_item where project_id = ${projectId} and deleted_at is null`;
  return sql`
    select q.id, q.name
    from (${live} and call_id = ${callId} union all ${live} and pair_call_id = ${callId}) i
    join annotation_queue q on q.project_id = ${projectId} and q.id = i.queue_id and q.deleted_at is null`;
}

/** The threads with calls that live items of a live queue hold, the second ones of pairs included. */
function threadsInQueue(projectId: string, queueId: string, window: Window): Sql {
  const live = sql`from queue_item where project_id = ${projectId} and queue_id = ${queueId} and deleted_at is null`;
  return sql`
    select distinct c.thread_id
    from (select call_id ${live} union all select pair_call_id ${live} and pair_call_id is not null) i
    join call c on c.project_id = ${projectId} and c.id = i.call_id and ${IS_PLACED}
    where c.thread_id <> '' ${startedInside(window)}
      and exists (select from annotation_queue q where q.project_id = ${projectId} and q.id = ${queueId} and q.deleted_at is null)`;
}

function boundsIn(filter: ThreadFilter): ((statistics: Statistics) => Sql)[] {
  const {
    minTurns,
    maxTurns,
    minP50TurnDurationMs: minP50,
    maxP50TurnDurationMs: maxP50,
    minP99TurnDurationMs: minP99,
    maxP99TurnDurationMs: maxP99,
  } = filter;
  return [
    minTurns !== undefined && (({ turnCount }: Statistics) => sql`${turnCount} >= ${minTurns}::int`),
    maxTurns !== undefined && (({ turnCount }: Statistics) => sql`${turnCount} <= ${maxTurns}::int`),
    minP50 !== undefined && (({ p50Ms }: Statistics) => sql`${p50Ms} >= ${minP50}::float8`),
    maxP50 !== undefined && (({ p50Ms }: Statistics) => sql`${p50Ms} <= ${maxP50}::float8`),
    minP99 !== undefined && (({ p99Ms }: Statistics) => sql`${p99Ms} >= ${minP99}::float8`),
    maxP99 !== undefined && (({ p99Ms }: Statistics) => sql`${p99Ms} <= ${maxP99}::float8`),
  ].filter((bound) => bound !== false);
}

/** Allows the index `call_place`, which has a call's thread and start, so that the table is not read. */
const IS_PLACED = sql`c.deleted_at is null and c.thread_id is not null`;

/** Calls `c` that recorded an exception. The index `call_thread_error` has all that is asked of them. */
export function failedCalls(projectId: string): Sql {
  return sql`
    from call c
    where c.project_id = ${projectId} and c.exception is not null and c.deleted_at is null and c.thread_id is not null`;
}
