import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type {
  Bucket,
  summarizeThreads as contract,
  ThreadFilter,
  ThreadSummary,
} from "#lib/contract/traces/threads.ts";
import { columns, float, floats, int, json, orNull } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { TOKENS } from "#lib/traces/calls/call-totals.ts";
import { callsWithFeedback, failedCalls, threadConditions } from "./thread-conditions.internal.ts";
import { threadsOf } from "./threads-statement.internal.ts";
import { DURATION_MS, isTurn, startedInside } from "./turn-statistics.internal.ts";

/** Six ranges to each power of ten, so that each is about half as wide again as the one before. */
const STEPS = [1, 1.5, 2, 3, 5, 7];

const DECADES = 12;

/** Where the ranges of every histogram begin: 0, 1, 2, 3, 5, 7, 10, 15, 20, 30, …; whole numbers only. */
const HISTOGRAM_EDGES: readonly number[] = [
  0,
  ...Array.from({ length: DECADES }, (_, decade) => STEPS.map((step) => step * 10 ** decade))
    .flat()
    .filter(Number.isInteger),
];

/** The most calls to read for token totals: tokens are in the documents, and reading more takes too long. */
const MAX_TURNS_READ = 100_000;

/** Totals over the threads that pass a filter. */
export async function summarizeThreads(
  { db, project }: Ctx,
  { filter = {} }: InputOf<typeof contract>,
): Promise<ThreadSummary> {
  const [totals] = await db.query(totalsStatement(project.id, filter));
  if (!totals) throw new Error("A statement of aggregates gave no row");
  const { threads, turns, failedTurns, feedback, percentiles, bucketMs } = totals;
  const isTokenSumLeftOut = turns > MAX_TURNS_READ;
  const [usage] = isTokenSumLeftOut ? [] : await db.query(tokensStatement(project.id, filter));
  const [p50 = null, p90 = null, p99 = null] = percentiles ?? [];
  return {
    threads,
    turns,
    meanTurns: threads > 0 ? turns / threads : null,
    p50TurnDurationMs: p50,
    p90TurnDurationMs: p90,
    p99TurnDurationMs: p99,
    failedTurns,
    errorShare: turns > 0 ? failedTurns / turns : null,
    feedback,
    tokens: usage?.tokens ?? null,
    isTokenSumLeftOut,
    turnCounts: histogramOf(totals.turnCounts),
    turnDurations: histogramOf(totals.turnDurations),
    medianDurations: histogramOf(totals.medianDurations),
    overTime: { bucketMs, buckets: totals.overTime },
  };
}

type Places = { place: number; count: number }[];

const TOTALS = columns({
  threads: int(sql`(select count(*) from thread)`),
  turns: float(sql`coalesce((select sum(turn_count) from thread), 0)`),
  failedTurns: int(
    sql`(select count(*) from failure where id = turn_id and ${isChosen(sql`failure.thread_id`)})`,
  ),
  feedback: int(sql`(select count(*) from given where ${isChosen(sql`given.thread_id`)})`),
  percentiles: orNull(
    floats(sql`(select percentile_cont(array[0.5, 0.9, 0.99]) within group (order by ms) from turn)`),
  ),
  turnCounts: json<Places>(asList(bucketsOf(sql`turn_count`, sql`thread`))),
  turnDurations: json<Places>(asList(bucketsOf(sql`ms`, sql`turn`))),
  medianDurations: json<Places>(asList(bucketsOf(sql`floor(p50_ms)`, sql`thread`))),
  bucketMs: orNull(float(sql`(select ms from span)`)),
  overTime: json<{ start: string; count: number }[]>(
    asList(sql`select ${utcText(sql`start`)} as start, count from started order by 1`),
  ),
});

/** One statement, so that all totals are of one moment. */
function totalsStatement(projectId: string, filter: ThreadFilter) {
  return sql`
    ${chosenThreads(projectId, filter)},
    turn as materialized (
      select ${DURATION_MS} as ms
      from call c where ${isTurn(sql`${projectId}`, filter)} and ${inChosen(projectId, filter)}),
    failure as materialized (
      select c.id, c.turn_id, c.thread_id ${failedCalls(projectId)} and c.thread_id <> '' and c.started_at is not null
        ${startedInside(filter)}),
    given as materialized (select c.thread_id ${callsWithFeedback(projectId)} ${startedInside(filter)}),
    span as (
      select ${BUCKET_MS} as ms from (
        select extract(epoch from max(first_start) - min(first_start)) * 1000 as total
        from thread where not is_start_undated) whole),
    started as (
      select to_timestamp(floor(extract(epoch from first_start) * 1000 / span.ms) * span.ms / 1000) as start, count(*)::int as count
      from thread cross join span where not is_start_undated group by 1)
    select ${TOTALS}`;
}

function tokensStatement(projectId: string, filter: ThreadFilter) {
  return sql`
    ${chosenThreads(projectId, filter)}
    select ${columns({ tokens: orNull(float(sql`sum(${TOKENS})`)) })} from call c
    where ${isTurn(sql`${projectId}`, filter)} and c.summary is not null and ${inChosen(projectId, filter)}`;
}

/** The common table `thread` of what passes the filter. */
function chosenThreads(projectId: string, filter: ThreadFilter): Sql {
  const { tables, rows } = threadsOf(projectId, filter);
  return sql`with ${tables}, thread as materialized (select thread_id, turn_count, first_start, p50_ms, is_start_undated from (${rows}) chosen)`;
}

/** That a call's thread (as `c`) passes. Where the filter is a window alone, every thread with a turn inside does. */
function inChosen(projectId: string, filter: ThreadFilter): Sql {
  const { areOfId, ofId } = threadConditions(projectId, filter);
  if (areOfId) return sql`c.thread_id <> '' ${ofId(sql`c.thread_id`)}`;
  return sql`c.thread_id in (select thread_id from thread)`;
}

function isChosen(threadId: Sql): Sql {
  return sql`exists (select from thread where thread.thread_id = ${threadId})`;
}

function asList(rows: Sql): Sql {
  return sql`(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`;
}

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

const DAY_MS = 24 * HOUR_MS;

const MAX_SPANS = 60;

const SPANS_MS = [
  ...[1, 5, 15].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6].map((hours) => hours * HOUR_MS),
  ...[1, 7, 30, 365].map((days) => days * DAY_MS),
];

/** The shortest span of which at most sixty cover `total` milliseconds, wherever they begin; null if there is no thread. */
const BUCKET_MS = sql`
  case when total is not null then coalesce(
    (select min(ms) from unnest(${SPANS_MS}::numeric[]) ms where total <= ms * ${MAX_SPANS - 1}),
    ${Math.max(...SPANS_MS)}::numeric) end`;

/** How many rows of `from` have a `value` in each range that has any, as rows of `place` (from 1) and `count`. */
function bucketsOf(value: Sql, from: Sql): Sql {
  return sql`
    select width_bucket(${value}, ${[...HISTOGRAM_EDGES]}::float8[]) as place, count(*)::int as count
    from ${from} where ${value} is not null group by 1`;
}

/** The ranges from the first to the last that has any, those without any between them included. */
function histogramOf(counts: readonly { place: number; count: number }[]): Bucket[] {
  const byPlace = new Map(counts.map(({ place, count }) => [place, count]));
  if (byPlace.size === 0) return [];
  const [first, last] = [Math.min(...byPlace.keys()), Math.max(...byPlace.keys())];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const place = first + i;
    const from = HISTOGRAM_EDGES[place - 1] ?? 0;
    // Beyond the last edge lie some thirty years in milliseconds.
    return { from, to: HISTOGRAM_EDGES[place] ?? Number.MAX_SAFE_INTEGER, count: byPlace.get(place) ?? 0 };
  });
}
