import type { ThreadFilter } from "#lib/contract/traces/threads.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { feedbackInside } from "./thread-marks.internal.ts";
import { touchedThreads } from "./threads-statement.internal.ts";
import { isTrafficThread } from "./traffic.ts";
import { turnStatistics } from "./turn-statistics.internal.ts";

/** Threads within so many hours may be shown by the minute. */
const MINUTES_WITHIN_HOURS = 24;

/**
 * Whether the totals of a project's threads answer: they have no window, know of no condition but traffic, and are complete once each summary is of
 * this version.
 */
export async function hasThreadTotals(db: Db, projectId: string, filter: ThreadFilter): Promise<boolean> {
  const { isTraffic: _, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined && value !== "")) return false;
  const { prisma } = db;
  return (
    (await prisma.threadTotalBackfill.findUnique({ where: { projectId } })) === null &&
    (await prisma.threadStat.findFirst({ where: { projectId, feedback: null } })) === null
  );
}

/**
 * Common tables: `total` with the totals as they are at this moment by `facet` and `place`, and `extent` with the first and last start of threads
 * whose date is known. What waits to be folded is taken away as its summary has it, and added as its turns say.
 */
export function threadTotals(projectId: string, { isTraffic }: ThreadFilter): Sql {
  const project = sql`${projectId}`;
  const ofKind = (threadId: Sql) =>
    isTraffic === undefined ? sql`true` : sql`${isTrafficThread(threadId)} = ${isTraffic}`;
  const kept = sql`select facet, place, amount from thread_total
    where project_id = ${projectId} ${isTraffic === undefined ? sql`` : sql`and is_traffic = ${isTraffic}`}`;
  return sql`
    with noted as materialized (${touchedThreads(projectId)}),
    fresh as materialized (
      select noted.thread_id, turns.turn_count, turns.percentiles[1] as p50_ms, turns.first_start, turns.is_start_undated,
        (${feedbackInside({ project, thread: sql`noted.thread_id` }, {})}) as feedback
      from noted cross join lateral (${turnStatistics(project, sql`noted.thread_id`)}) turns
      where turns.turn_count > 0 and ${ofKind(sql`noted.thread_id`)}),
    change as materialized (
      select said.facet, said.place, said.amount from fresh
      cross join lateral facets_of_thread(turn_count, p50_ms, first_start, is_start_undated, feedback) said
      union all select said.facet, said.place, -said.amount
      from noted join thread_stat stat on stat.project_id = ${projectId} and stat.thread_id = noted.thread_id
      cross join lateral facets_of_thread(stat.turn_count, stat.p50_ms, stat.first_start, stat.is_start_undated, stat.feedback) said
      where stat.turn_count > 0 and ${ofKind(sql`stat.thread_id`)}),
    whole as materialized (
      select facet, place, sum(amount)::bigint as amount
      from (${kept} and facet <> 'minute' union all select facet, place, amount from change where facet <> 'minute') said
      group by 1, 2 having sum(amount) <> 0),
    span_of_hours as materialized (select min(place) as first, max(place) as last from whole where facet = 'hour'),
    total as (
      select facet, place, amount from whole
      union all
      select facet, place, sum(amount)::bigint
      from span_of_hours cross join lateral (
        ${kept} and facet = 'minute' and place between first * 60 and last * 60 + 59
        union all select facet, place, amount from change where facet = 'minute' and place between first * 60 and last * 60 + 59) said
      where last - first < ${MINUTES_WITHIN_HOURS} group by 1, 2 having sum(amount) <> 0),
    extent as materialized (
      select least(stats.first, new.first) as first, greatest(stats.last, new.last) as last
      from (
        select (${startOf({ projectId, ofKind, end: "first" })}) as first, (${startOf({ projectId, ofKind, end: "last" })}) as last) stats
      cross join (
        select min(first_start) as first, max(first_start) as last from fresh where not is_start_undated) new)`;
}

type End = { projectId: string; ofKind: (threadId: Sql) => Sql; end: "first" | "last" };

/** Begins in the first or last hour that has such a thread, so that the index finds it at once, whatever else a project has. */
function startOf({ projectId, ofKind, end }: End): Sql {
  const hour = end === "first" ? sql`first` : sql`last + 1`;
  const inside = end === "first" ? sql`>=` : sql`<`;
  const order = end === "first" ? sql`asc` : sql`desc`;
  return sql`
    select first_start from thread_stat stat
    where project_id = ${projectId} and turn_count > 0 and is_start_undated = false and ${ofKind(sql`stat.thread_id`)}
      and first_start ${inside} (select to_timestamp((${hour}) * 3600) from span_of_hours)
      and stat.thread_id not in (select thread_id from noted)
    order by first_start ${order} limit 1`;
}
