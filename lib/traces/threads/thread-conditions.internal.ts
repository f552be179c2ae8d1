import type { ThreadFilter } from "#lib/contract/traces/threads.ts";
import { empty, join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { isTrafficThread } from "./traffic.ts";
import { startedInside } from "./turn-statistics.internal.ts";

/** A thread's id and statistics as a statement names them. */
type Statistics = { threadId: Sql; turnCount: Sql; p50Ms: Sql; p99Ms: Sql };

/** The conditions of a filter other than the window, as `and …`; empty if it has none. */
export type ThreadConditions = {
  /** On the id alone. */
  ofId: (threadId: Sql) => Sql;
  /** On the statistics of the turns inside the window, and on the thread's calls there. Needs `tables`. */
  ofThread: (statistics: Statistics) => Sql;
  /** Common tables, each with a comma after it. */
  tables: Sql;
  /** Whether the window says it all, beside what is traffic. */
  areOfWindow: boolean;
};

/**
 * The threads with calls of a kind are gathered once, from the calls of that kind: errors, queue items and feedback are few beside the
 * threads, and each has an index of its own. The threads then become a hash table, in which each thread of the list is looked up.
 */
export function threadConditions(projectId: string, filter: ThreadFilter): ThreadConditions {
  const ids = filter.threadIds?.length ? filter.threadIds : undefined;
  const search = filter.search || undefined;
  const kinds = kindsIn(projectId, filter);
  const bounds = boundsIn(filter);
  const { isTraffic } = filter;
  return {
    ofId: (threadId) =>
      sql`${ids ? sql`and ${threadId} = any(${ids}::text[])` : empty}${
        search === undefined ? empty : sql` and strpos(lower(${threadId}), lower(${search}::text)) > 0`
      }${isTraffic === undefined ? empty : sql` and (${isTrafficThread(threadId)}) = ${isTraffic}`}`,
    ofThread: (statistics) => {
      const conditions = [
        ...bounds.map((bound) => bound(statistics)),
        ...kinds.map(({ name, wanted }) => {
          // Not bare, since the planner would join: it expects the first threads of an order to pass, and then compares each with all.
          const held = sql`coalesce(${statistics.threadId} in (select thread_id from ${name}), false)`;
          return wanted ? held : sql`not ${held}`;
        }),
      ];
      return conditions.length > 0 ? sql`and ${join(conditions, " and ")}` : empty;
    },
    tables:
      kinds.length > 0
        ? join(
            kinds.map(({ name, threads }) => sql`${name} as materialized (${threads}),`),
            " ",
          )
        : empty,
    areOfWindow: !ids && search === undefined && kinds.length === 0 && bounds.length === 0,
  };
}

/** Id and name of the live queues that hold one call, also as the second of a pair; once for each of its items. */
export function queuesHolding(projectId: string, callId: Sql): Sql {
  const live = sql`select queue_id from queue_item where project_id = ${projectId} and deleted_at is null`;
  return sql`
    select q.id, q.name
    from (${live} and call_id = ${callId} union all ${live} and pair_call_id = ${callId}) i
    join annotation_queue q on q.project_id = ${projectId} and q.id = i.queue_id and q.deleted_at is null`;
}

/** The calls `c` that live queue items of live queues hold (as `i`), the second ones of pairs included. */
function queuedCalls(projectId: string): Sql {
  const live = sql`from queue_item where project_id = ${projectId} and deleted_at is null`;
  return sql`
    from (
      select project_id, queue_id, call_id ${live}
      union all select project_id, queue_id, pair_call_id ${live} and pair_call_id is not null) i
    join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id and q.deleted_at is null
    join call c on c.project_id = i.project_id and c.id = i.call_id and ${IS_PLACED}
    where i.project_id = ${projectId}`;
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

type Kind = { name: Sql; wanted: boolean; threads: Sql };

function kindsIn(projectId: string, filter: ThreadFilter): Kind[] {
  const { hasErrors, inQueue, queueId, hasFeedback } = filter;
  const ofCalls = (from: Sql) =>
    sql`select distinct c.thread_id ${from} and c.thread_id <> '' ${startedInside(filter)}`;
  const kinds: Kind[] = [];
  if (hasErrors !== undefined)
    kinds.push({ name: sql`failed`, wanted: hasErrors, threads: ofCalls(failedCalls(projectId)) });
  if (inQueue !== undefined)
    kinds.push({ name: sql`queued`, wanted: inQueue, threads: ofCalls(queuedCalls(projectId)) });
  if (queueId !== undefined)
    kinds.push({
      name: sql`in_this_queue`,
      wanted: true,
      threads: ofCalls(sql`${queuedCalls(projectId)} and i.queue_id = ${queueId}`),
    });
  if (hasFeedback !== undefined)
    kinds.push({
      name: sql`with_feedback`,
      wanted: hasFeedback,
      threads: ofCalls(callsWithFeedback(projectId)),
    });
  return kinds;
}

/** Calls `c` that recorded an exception. The index `call_thread_error` has all that is asked of them. */
export function failedCalls(projectId: string): Sql {
  return sql`
    from call c
    where c.project_id = ${projectId} and c.exception is not null and c.deleted_at is null and c.thread_id is not null`;
}

/** Calls `c` with the feedback `f` on them. */
export function callsWithFeedback(projectId: string): Sql {
  return sql`
    from feedback f
    join call c on c.project_id = f.project_id and c.id = f.call_id and ${IS_PLACED}
    where f.project_id = ${projectId} and f.call_id is not null`;
}
