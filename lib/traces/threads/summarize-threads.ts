import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type {
  Bucket,
  summarizeThreads as contract,
  ThreadFilter,
  ThreadSummary,
} from "#lib/contract/traces/threads.ts";
import { columns, float, int, json, orNull } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { countsByPlace, listOf } from "#lib/traces/totals/by-place.ts";
import { HISTOGRAM_EDGES } from "#lib/traces/totals/duration-ranges.ts";
import { chosenThreads } from "./chosen-threads.internal.ts";
import { summarizeTurns } from "./summarize-turns.internal.ts";
import { hasThreadTotals, threadTotals } from "./thread-totals.internal.ts";

const WITHIN_MS = 10_000;

/** Totals over the threads that pass a filter, all of one moment. */
export function summarizeThreads(
  { db, project }: Ctx,
  { filter = {} }: InputOf<typeof contract>,
): Promise<ThreadSummary> {
  return db.transaction((tx) => summarize(tx, project.id, filter), {
    timeoutMs: WITHIN_MS,
    atOneMoment: true,
  });
}

async function summarize(db: Db, projectId: string, filter: ThreadFilter): Promise<ThreadSummary> {
  const isKept = await hasThreadTotals(db, projectId, filter);
  const [totals] = await db.query(
    isKept ? keptStatement(projectId, filter) : threadsStatement(projectId, filter),
  );
  if (!totals) throw new Error("A statement of aggregates gave no row");
  const { turns, failedTurns, tokens, isTokenSumLeftOut, durations, percentiles } = await summarizeTurns(
    db,
    projectId,
    filter,
  );
  const { threads, feedback, bucketMs } = totals;
  const [p50 = null, p90 = null, p99 = null] = percentiles;
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
    tokens,
    isTokenSumLeftOut,
    turnCounts: histogramOf(totals.turnCounts),
    turnDurations: histogramOf(durations),
    medianDurations: histogramOf(totals.medianDurations),
    overTime: { bucketMs, buckets: totals.overTime },
  };
}

type Places = { place: number; count: number }[];

/** Needs `span` and `started`. */
const OVER_TIME = {
  bucketMs: orNull(float(sql`(select ms from span)`)),
  overTime: json<{ start: string; count: number }[]>(
    listOf(sql`select ${utcText(sql`start`)} as start, count from started order by 1`),
  ),
};

const TOTALS = columns({
  threads: int(sql`(select count(*) from thread)`),
  feedback: int(sql`coalesce((select sum(feedback) from thread), 0)`),
  turnCounts: json<Places>(listOf(countsByPlace(sql`turn_count`, sql`thread`))),
  medianDurations: json<Places>(listOf(countsByPlace(sql`floor(p50_ms)`, sql`thread`))),
  ...OVER_TIME,
});

/** From the threads that pass, each read by itself. */
function threadsStatement(projectId: string, filter: ThreadFilter) {
  return sql`
    ${chosenThreads(projectId, filter, true)},
    span as (
      select ${BUCKET_MS} as ms from (
        select ${lengthMs(sql`min(first_start)`, sql`max(first_start)`)} as total from thread where not is_start_undated) whole),
    started as (
      select ${bucketOf(sql`extract(epoch from first_start) * 1000`)} as start, count(*)::int as count
      from thread cross join span where not is_start_undated group by 1)
    select ${TOTALS}`;
}

const KEPT = columns({
  threads: int(sql`coalesce((select sum(amount) from total where facet = 'turns'), 0)`),
  feedback: int(sql`coalesce((select sum(amount) from total where facet = 'feedback'), 0)`),
  turnCounts: json<Places>(listOf(placesIn("turns"))),
  medianDurations: json<Places>(listOf(placesIn("median"))),
  ...OVER_TIME,
});

/** From the totals that are kept. Spans are whole hours or, where they are shorter, whole minutes. */
function keptStatement(projectId: string, filter: ThreadFilter) {
  return sql`
    ${threadTotals(projectId, filter)},
    span as (
      select ${BUCKET_MS} as ms from (select ${lengthMs(sql`first`, sql`last`)} as total from extent) whole),
    started as (
      select ${bucketOf(sql`place * case facet when 'hour' then ${HOUR_MS}::numeric else ${MINUTE_MS} end`)} as start, sum(amount)::int as count
      from total cross join span
      where facet = case when span.ms >= ${HOUR_MS}::numeric then 'hour' else 'minute' end group by 1)
    select ${KEPT}`;
}

function placesIn(facet: string) {
  return sql`select place, amount::int as count from total where facet = ${facet}`;
}

function lengthMs(first: Sql, last: Sql) {
  return sql`extract(epoch from ${last} - ${first}) * 1000`;
}

/** Where the span begins that a time is in. */
function bucketOf(epochMs: Sql) {
  return sql`to_timestamp(floor(${epochMs} / span.ms) * span.ms / 1000)`;
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
