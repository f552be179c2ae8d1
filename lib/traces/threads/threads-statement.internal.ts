import type { ThreadFilter, ThreadSort, ThreadSortField } from "#lib/contract/traces/threads.ts";
import { columns, float, int, orNull, text } from "#lib/platform/db/columns.ts";
import { empty, join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { threadConditions } from "./thread-conditions.internal.ts";
import { feedbackInside, keptFeedback } from "./thread-marks.internal.ts";
import { LATEST, turnStatistics } from "./turn-statistics.internal.ts";

type ThreadsQuestion = {
  filter: ThreadFilter;
  sortBy: readonly ThreadSort[];
  limit: number | undefined;
  offset: number;
};

const THREAD = columns({
  threadId: text(sql`thread_id`),
  turnCount: int(sql`turn_count`),
  startTime: text(utcText(sql`first_start`)),
  lastUpdated: text(utcText(sql`last_updated`)),
  firstTurnId: text(sql`first_turn_id`),
  lastTurnId: text(sql`last_turn_id`),
  p50TurnDurationMs: orNull(float(sql`p50_ms`)),
  p99TurnDurationMs: orNull(float(sql`p99_ms`)),
});

/** A page of threads in an order. */
export function threadsStatement(projectId: string, { filter, sortBy, limit, offset }: ThreadsQuestion) {
  const order = orderOf(sortBy);
  // A summary beyond the page can be left out early; the turns of noted threads are few.
  const branchLimit = limit === undefined ? empty : sql`order by ${order} limit ${limit + offset}`;
  const { tables, rows } = threadsOf(projectId, filter, { ofSummaries: branchLimit });
  return sql`
    with ${tables}
    select ${THREAD}
    from (
      select * from (${rows}) thread
      order by ${order} limit ${limit ?? null}::bigint offset ${offset}
    ) page`;
}

/**
 * Threads of one project. Reads a thread's summary if it is up to date and all turns are inside the time window, and its turns if it was
 * noted since the last fold or crosses an edge of the window. One statement is one snapshot, so a concurrent fold changes nothing. `rows`
 * needs the common tables `tables`; `ofSummaries` ends the part that reads summaries. With feedback, each row says how much its thread has inside.
 */
export function threadsOf(
  projectId: string,
  filter: ThreadFilter,
  { ofSummaries = empty, withFeedback = false }: { ofSummaries?: Sql; withFeedback?: boolean } = {},
): { tables: Sql; rows: Sql } {
  const { ofId, ofSummary, ofRecomputed, asksForMarks, tables } = threadConditions(projectId, filter);
  const summary = sql`stat.thread_id`;
  return {
    tables: sql`
    ${tables} noted as materialized (
      ${touchedThreads(projectId, asksForMarks || withFeedback)}
      where true ${ofId(sql`thread_id`)}),
    recomputed as materialized (
      select thread_id from noted
      ${edgeThreads(projectId, filter, ofId(summary))})`,
    rows: sql`
        (select ${COLUMNS}${withFeedback ? sql`, ${keptFeedback(filter)} as feedback` : empty}
          ${summariesOf(projectId)} ${wholeInside(filter)} ${ofId(summary)} and ${NOT_NOTED}
          ${ofSummary({ threadId: summary, turnCount: sql`turn_count`, p50Ms: sql`p50_ms`, p99Ms: sql`p99_ms` })}
          ${ofSummaries})
        union all
        (select recomputed.thread_id, turn_count, first_start, last_updated, first_turn_id, last_turn_id,
            percentiles[1] as p50_ms, percentiles[2] as p99_ms, is_start_undated, stored_at
            ${withFeedback ? sql`, (${feedbackInside({ project: sql`${projectId}`, thread: sql`recomputed.thread_id` }, filter)}) as feedback` : empty}
          from recomputed cross join lateral (
            ${turnStatistics(sql`${projectId}`, sql`recomputed.thread_id`, filter)}) turns
          where turn_count > 0 ${ofRecomputed(OF_RECOMPUTED)})`,
  };
}

/** The threads whose summaries have yet to be folded again, also those of which only feedback or queues have changed if `withMarks` says so. */
export function touchedThreads(projectId: string, withMarks = true): Sql {
  return sql`
    select distinct thread_id from (
      select thread_id from thread_dirty where project_id = ${projectId}
      ${withMarks ? markedThreads(projectId) : empty}) touched`;
}

/** Threads of calls that got or lost feedback or a place in a queue. Statistics of turns do not depend on it, so that only those who ask for it look. */
function markedThreads(projectId: string): Sql {
  return sql`
    union all select c.thread_id
    from call_marked note cross join lateral (
      select thread_id from call where call.project_id = note.project_id and call.id = note.call_id offset 0) c
    where note.project_id = ${projectId} and c.thread_id <> ''`;
}

const OF_RECOMPUTED = {
  threadId: sql`recomputed.thread_id`,
  turnCount: sql`turn_count`,
  p50Ms: sql`percentiles[1]`,
  p99Ms: sql`percentiles[2]`,
};

/** Each summary has turns, and saying so opens the indexes, which are made for such rows. */
function summariesOf(projectId: string): Sql {
  return sql`from thread_stat stat where project_id = ${projectId} and turn_count > 0`;
}

const COLUMNS = sql`thread_id, turn_count, first_start, last_updated, first_turn_id, last_turn_id, p50_ms, p99_ms,
  is_start_undated, stored_at`;

/** The sort expressions, each with an index of its own in both directions. Compared by bytes, ids sort alike on every server. */
const SORT_EXPRESSIONS: Record<ThreadSortField, Sql> = {
  thread_id: sql`thread_id collate "C"`,
  turn_count: sql`turn_count`,
  start_time: sql`first_start`,
  last_updated: LATEST,
  p50_turn_duration_ms: sql`p50_ms`,
  p99_turn_duration_ms: sql`p99_ms`,
};
/** Threads whose source says no start come last, in both directions. */
const UNDATED: Partial<Record<ThreadSortField, Sql>> = { start_time: sql`is_start_undated` };
const NULLABLE: readonly ThreadSortField[] = ["p50_turn_duration_ms", "p99_turn_duration_ms"];

/** Of a field named twice, the first counts. */
function orderOf(sortBy: readonly ThreadSort[]): Sql {
  const byField = new Map<ThreadSortField, Sql>();
  for (const { field, direction } of sortBy) {
    if (byField.has(field)) continue;
    const nulls = NULLABLE.includes(field) ? sql`nulls last` : empty;
    const first = UNDATED[field] ? sql`${UNDATED[field]},` : empty;
    const way = direction === "desc" ? sql`desc` : sql`asc`;
    byField.set(field, sql`${first} ${SORT_EXPRESSIONS[field]} ${way} ${nulls}`);
  }
  if (!byField.has("thread_id")) byField.set("thread_id", SORT_EXPRESSIONS.thread_id);
  return join([...byField.values()]);
}

const NOT_NOTED = sql`stat.thread_id not in (select thread_id from noted)`;

/** States the bounds for both ends, though one implies the other, so that the planner knows how few threads a short window has. */
function wholeInside({ afterDatetime, beforeDatetime }: ThreadFilter): Sql {
  return sql`${afterDatetime === undefined ? empty : sql`and first_start > ${afterDatetime}::timestamptz`}
    ${
      beforeDatetime === undefined
        ? empty
        : sql`and first_start < ${beforeDatetime}::timestamptz and last_start < ${beforeDatetime}::timestamptz`
    }`;
}

/** Threads with turns on both sides of a bound of the window, or at it; some of them may have no turn inside. */
function edgeThreads(projectId: string, { afterDatetime, beforeDatetime }: ThreadFilter, chosen: Sql): Sql {
  const edges = [
    afterDatetime &&
      crossing(
        afterDatetime,
        sql`first_start <= ${afterDatetime}::timestamptz`,
        sql`last_start > ${afterDatetime}::timestamptz`,
      ),
    beforeDatetime &&
      crossing(
        beforeDatetime,
        sql`first_start < ${beforeDatetime}::timestamptz`,
        sql`last_start >= ${beforeDatetime}::timestamptz`,
      ),
  ].flatMap((pair) => pair || []);
  if (edges.length === 0) return empty;
  const branches = edges.map((edge) => sql`select thread_id ${summariesOf(projectId)} and ${edge} ${chosen}`);
  return sql`union ${join(branches, " union ")}`;
}

/** A thread of at most a day started less than a day before a time that it crosses; the few longer ones have their own index. */
function crossing(time: string, starts: Sql, ends: Sql): Sql[] {
  return [
    sql`first_start >= ${time}::timestamptz - interval '24 hours' and ${starts} and ${ends}`,
    sql`last_start - first_start > interval '24 hours' and ${starts} and ${ends}`,
  ];
}
