import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Aggregation, getFeedbackStats as contract } from "#lib/contract/traces/feedback-stats.ts";
import { columns, floats, int, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { feedbackWithin, requireEnd, type Selection } from "#lib/traces/feedback/feedback-within.internal.ts";
import { type Figure, type NamedMetric, namedMetrics, valueIn } from "./metric-values.internal.ts";
import { timeBuckets } from "./time-buckets.internal.ts";

/** Every aggregation of every metric, by bucket and over the whole time. */
export async function getFeedbackStats(
  ctx: Ctx,
  { granularity, timezone, metrics: asked, ...selection }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const end = requireEnd(selection);
  const metrics = namedMetrics(asked);
  const time = { startMs: Date.parse(selection.start), endMs: Date.parse(end), granularity, timezone };
  const { starts, granularitySeconds } = timeBuckets(time);
  requireFewAnswers(starts.length, metrics);
  const percentiles = percentilesOf(metrics);
  const groups = await readGroups(ctx, selection, { starts, metrics, percentiles });
  const answersIn = (bucket: number): Answer[] =>
    metrics.flatMap(({ place, name, figures }) => {
      const group = groups.get(keyOf(bucket, place)) ?? EMPTY;
      return figures.map((one) => ({ name, key: one.key, value: answerOf(one, group, percentiles) }));
    });
  const buckets = starts.map((startMs, bucket) => ({
    timestamp: new Date(startMs).toISOString(),
    count: groups.get(keyOf(bucket, FEEDBACK))?.counted ?? 0,
    ...Object.fromEntries(answersIn(bucket).map(({ name, key, value }) => [`${key}_${name}`, value])),
  }));
  const windowStats = byName(answersIn(WHOLE));
  return { start: selection.start, end, granularity: granularitySeconds, timezone, buckets, windowStats };
}

/** They are worked out and written in memory. */
const MAX_ANSWERS = 500_000;

function requireFewAnswers(buckets: number, metrics: readonly NamedMetric[]): void {
  const answers = metrics.reduce((sum, { figures }) => sum + figures.length, 0);
  if (buckets * answers > MAX_ANSWERS)
    throw invalidAt(["body", "granularity"], {
      type: "value_error",
      text: `${answers} values in each of ${buckets} buckets are more than ${MAX_ANSWERS}; request fewer, or longer buckets`,
    });
}

type Answer = { name: string; key: string; value: number | null };

function byName(answers: readonly Answer[]): Record<string, Record<string, number | null>> {
  const named = [...Map.groupBy(answers, ({ name }) => name)];
  return Object.fromEntries(
    named.map(([name, own]) => [name, Object.fromEntries(own.map(({ key, value }) => [key, value]))]),
  );
}

/** The values of one metric in one bucket. Numbers of any size are added exactly, and come as texts. `percentiles` needs the values in order. */
const groupColumns = (percentiles: Sql) =>
  columns({
    bucket: int(sql`coalesce(m.bucket, ${WHOLE}::int)`),
    metric: int(sql`v.metric`),
    counted: int(sql`count(v.value)`),
    trues: int(sql`count(*) filter (where v.value = 1)`),
    falses: int(sql`count(*) filter (where v.value = 0)`),
    sum: text(sql`coalesce(sum(v.value), 0)`),
    mean: orNull(text(sql`avg(v.value)`)),
    least: orNull(text(sql`min(v.value)`)),
    most: orNull(text(sql`max(v.value)`)),
    percentiles: orNull(floats(percentiles)),
  });

type Group = Omit<RowOf<ReturnType<typeof groupColumns>>, "bucket" | "metric">;
type Groups = ReadonlyMap<string, Group>;
const EMPTY: Group = {
  counted: 0,
  trues: 0,
  falses: 0,
  sum: "0",
  mean: null,
  least: null,
  most: null,
  percentiles: null,
};

/** Stands among the metrics for what every piece of feedback has. */
const FEEDBACK = -1;
/** Stands among the buckets for all of them together. */
const WHOLE = -1;

function keyOf(bucket: number, metric: number): string {
  return `${bucket} ${metric}`;
}

async function readGroups(
  ctx: Ctx,
  selection: Selection,
  { starts, metrics, percentiles }: Asked,
): Promise<Groups> {
  const edges = starts.map((ms) => new Date(ms).toISOString());
  const fractions = percentiles.map((percentile) => percentile / 100);
  // Only percentiles need the values in order.
  const spread =
    fractions.length > 0
      ? sql`percentile_cont(${fractions}::float8[]) within group (order by v.value::float8)`
      : sql`null`;
  const values = [
    sql`(${FEEDBACK}::int, 1::numeric)`,
    ...metrics.map((metric) => sql`(${metric.place}::int, ${valueIn(sql`m.payload`, metric)})`),
  ];
  const rows = await ctx.db.query(sql`
    with matching as materialized (
      select width_bucket(f.created_at, ${edges}::timestamptz[]) - 1 as bucket,
        coalesce(f.sanitized, f.payload)::jsonb as payload
      from feedback f where ${feedbackWithin(ctx, selection)}
    )
    select ${groupColumns(spread)}
    from matching m cross join lateral (values ${join(values)}) as v (metric, value)
    group by grouping sets ((m.bucket, v.metric), (v.metric))`);
  return new Map(rows.map((row) => [keyOf(row.bucket, row.metric), row]));
}

type Asked = { starts: readonly number[]; metrics: readonly NamedMetric[]; percentiles: readonly number[] };

function percentilesOf(metrics: readonly NamedMetric[]): number[] {
  const figures = metrics.flatMap((metric) => metric.figures);
  return [...new Set(figures.flatMap((one) => ("percentile" in one ? [one.percentile] : [])))];
}

function answerOf(figure: Figure, group: Group, percentiles: readonly number[]): number | null {
  if ("aggregation" in figure) return AGGREGATED[figure.aggregation](group);
  return numberIn(group.percentiles?.[percentiles.indexOf(figure.percentile)] ?? null);
}

const AGGREGATED: { [A in Aggregation]: (group: Group) => number | null } = {
  sum: ({ sum }) => numberIn(sum),
  avg: ({ mean }) => numberIn(mean),
  min: ({ least }) => numberIn(least),
  max: ({ most }) => numberIn(most),
  count: ({ counted }) => counted,
  count_true: ({ trues }) => trues,
  count_false: ({ falses }) => falses,
};

/** JSON has no infinity, which a sum may come to. */
function numberIn(value: string | number | null): number | null {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}
