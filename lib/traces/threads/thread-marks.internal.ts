import type { ThreadFilter } from "#lib/contract/traces/threads.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { notByIndex } from "#lib/platform/query/not-by-index.ts";
import { startedInside, type Window } from "./turn-statistics.internal.ts";

/** What calls of a thread may have: an exception, feedback, a place in a queue. */
export type Mark = "failed" | "given" | "queued";

/** The columns of `thread_stat` that keep a mark: how many there are, and the first and last start of calls that have it. */
const KEPT: { [M in Mark]: { count: Sql; first: Sql; last: Sql } } = {
  failed: { count: sql`stat.failed_calls`, first: sql`stat.first_failed`, last: sql`stat.last_failed` },
  given: { count: sql`stat.feedback`, first: sql`stat.first_given`, last: sql`stat.last_given` },
  queued: { count: sql`stat.queue_items`, first: sql`stat.first_queued`, last: sql`stat.last_queued` },
};

/**
 * One row for each exception, feedback or live item of a live queue on a call `c`. Feedback and items are looked up call by call: until something has
 * counted them, PostgreSQL would begin with all of them.
 */
const MARKS: { [M in Mark]: Sql } = {
  failed: sql`select where c.exception is not null`,
  // By the call alone, whatever PostgreSQL believes of how many a project has.
  given: sql`select from feedback f where f.call_id = c.id and ${notByIndex(sql`f.project_id`)} = c.project_id offset 0`,
  queued: sql`
    select from (
      select i.project_id, i.queue_id from queue_item i
      where i.call_id = c.id and ${notByIndex(sql`i.project_id`)} = c.project_id and i.deleted_at is null
      union all select i.project_id, i.queue_id from queue_item i
      where i.project_id = c.project_id and i.pair_call_id = c.id and i.deleted_at is null) i
    join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id and q.deleted_at is null offset 0`,
};

/**
 * The calls `c` of one thread that may have a mark. The index `call_thread_error` has all that is asked of failed ones. Others are found by the thread:
 * the condition on deletion is written so that the index `call_place` does not answer, which has all columns and would be read as a whole.
 */
function callsOf({ project, thread }: Thread, { mark, window }: { mark: Mark; window: Window }): Sql {
  const isThere = mark === "failed" ? sql`c.deleted_at is null` : sql`num_nonnulls(c.deleted_at) = 0`;
  const mayHave = mark === "failed" ? sql`and c.exception is not null` : sql``;
  return sql`
    from call c cross join lateral (${MARKS[mark]}) marked
    where c.project_id = ${project} and c.thread_id = ${thread} and ${isThere} ${mayHave} ${startedInside(window)}`;
}

type Thread = { project: Sql; thread: Sql };

/**
 * How often a thread has a mark, and when the calls began that have it; calls whose start is unknown began before all others. Null and nothing is
 * read where it is not `wanted`.
 */
export function countMarks(mark: Mark, { project, thread }: Thread, wanted = sql`true`): Sql {
  return sql`
    select case when ${wanted} then count(*)::int end as count, min(coalesce(c.started_at, '-infinity')) as first, max(c.started_at) as last,
      count(*) filter (where c.id = c.turn_id and c.started_at is not null)::int as of_turns
    ${callsOf({ project, thread }, { mark, window: {} })} and ${wanted} and ${projectMayHave(mark, project)}`;
}

/** Most projects that record calls have no feedback or no queue, and then no call has to be read. */
function projectMayHave(mark: Mark, project: Sql): Sql {
  if (mark === "failed") return sql`true`;
  const table = mark === "given" ? sql`feedback` : sql`queue_item`;
  return sql`exists (select from ${table} any_one where any_one.project_id = ${project})`;
}

/** Whether a thread has a mark on a call inside the window, by reading its calls, and never those of all threads to have a table of them. */
export function hasMark(mark: Mark, thread: Thread, window: Window): Sql {
  return sql`exists (select ${callsOf(thread, { mark, window })} offset 0)`;
}

const OF_SUMMARY: Thread = { project: sql`stat.project_id`, thread: sql`stat.thread_id` };

/** The same for a summary `stat` that is up to date: its calls are read only where the kept times leave it open. */
export function hasKeptMark(mark: Mark, wanted: boolean, filter: ThreadFilter): Sql {
  const { count, first, last } = KEPT[mark];
  const isWindow = filter.afterDatetime !== undefined || filter.beforeDatetime !== undefined;
  const read = hasMark(mark, OF_SUMMARY, filter);
  // Bare, so that the index of those threads can answer.
  if (!isWindow && wanted) return sql`(${count} > 0 or (${count} is null and ${read}))`;
  const held = sql`case when ${count} = 0 then false ${
    isWindow
      ? sql`when ${isWithin(first, filter)} or ${isWithin(last, filter)} then true`
      : sql`when ${count} > 0 then true`
  } else ${read} end`;
  return wanted ? sql`(${held})` : sql`not (${held})`;
}

/** How much feedback a summary's thread has inside the window. */
export function keptFeedback(filter: ThreadFilter): Sql {
  const { count, first, last } = KEPT.given;
  const isWindow = filter.afterDatetime !== undefined || filter.beforeDatetime !== undefined;
  const isKept = isWindow
    ? sql`${isWithin(first, filter)} and ${isWithin(last, filter)}`
    : sql`${count} is not null`;
  return sql`case when ${count} = 0 then 0 when ${isKept} then ${count}
    else (${feedbackInside(OF_SUMMARY, filter)}) end`;
}

export function feedbackInside(thread: Thread, window: Window): Sql {
  return sql`select count(*)::int ${callsOf(thread, { mark: "given", window })}`;
}

function isWithin(time: Sql, { afterDatetime, beforeDatetime }: Window): Sql {
  return sql`(${time} > coalesce(${afterDatetime ?? null}::timestamptz, '-infinity')
    and ${time} < coalesce(${beforeDatetime ?? null}::timestamptz, 'infinity'))`;
}
