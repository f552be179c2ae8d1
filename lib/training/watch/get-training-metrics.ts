import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { MAX_FIGURE_STEPS } from "#lib/contract/training/figure-steps.ts";
import {
  type getTrainingMetrics as contract,
  TOKEN_METRICS,
  type TrainingMetrics,
} from "#lib/contract/training/training-progress.ts";
import { columns, field, float, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, join, sql } from "#lib/platform/db/sql.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { spanOf, stepsPerSpan, tierFor, tiersOf } from "#lib/training/jobs/events/metric-tiers.ts";
import { requireJobRow } from "#lib/training/require-job.internal.ts";
import { POINT_COLUMNS, type Series, seriesOf } from "./metric-series.internal.ts";

const POINT = columns(POINT_COLUMNS);

export async function getTrainingMetrics(
  ctx: AccountCtx,
  { trainingJobId, names, fromStep = 1, toStep, maxPoints, withTimes }: InputOf<typeof contract>,
): Promise<TrainingMetrics> {
  const job = await requireJobRow(ctx, trainingJobId, "training:read");
  const range = { fromStep, toStep: Math.min(toStep ?? job.step, job.step) };
  if (toStep !== undefined && toStep < fromStep)
    throw invalidAt(["query", "to_step"], {
      type: "value_error",
      text: `to_step ${toStep} is before from_step ${fromStep}`,
    });
  const tier = tierFor(range, maxPoints, tiersOf(job.totalSteps ?? job.step));
  const wanted = names === undefined ? empty : sql`and name = any(${namesIn(names)})`;
  const rows = await ctx.db.query(sql`
    select ${POINT} from training_metric m
    where job_id = ${job.id} and tier = ${tier} ${wanted}
      and span between ${spanOf(range.fromStep, tier)} and ${spanOf(range.toStep, tier)}
    order by name, span`);
  const series = seriesOf(rows, { width: stepsPerSpan(tier), steps: job.step });
  return {
    stepsPerPoint: stepsPerSpan(tier),
    series: await withSteps(ctx.db, job.id, { series, toStep: range.toStep }),
    times: withTimes
      ? await timesOf(ctx.db, job.id, { range, width: stepsPerSpan(tier), lastStep: job.step })
      : [],
  };
}

function namesIn(text: string): string[] {
  return text.split(",").map((name) => name.trim());
}

type Known = { series: readonly Series[]; toStep: number };

/** Adds what single steps say. */
async function withSteps(
  db: Db,
  jobId: string,
  { series, toStep }: Known,
): Promise<TrainingMetrics["series"]> {
  const names = series.map(({ name }) => name);
  const rows = await db.query(sql`
    select ${columns({
      ...of("training_metric", "name"),
      step: int(sql`span + 1`),
      value: field("training_metric", "last"),
    })} from training_metric
    where job_id = ${jobId} and tier = 0 and name = any(${names}::text[])
      and span between ${toStep - MAX_FIGURE_STEPS}::integer and ${toStep - 1}::integer
    order by name, span`);
  const recent = Map.groupBy(rows, ({ name }) => name);
  const lists = await withExtremes(db, jobId, series);
  return lists.map((one) => ({
    ...one,
    recent: (recent.get(one.name) ?? []).map(({ step, value }) => ({ step, value })),
  }));
}

type Extreme = {
  name: string;
  end: "least" | "greatest";
  value: number;
  firstStep: number;
  lastStep: number;
};

/** Says at which step each series is least and greatest: a point names the span, the finest tier the step in it. */
async function withExtremes(
  db: Db,
  jobId: string,
  series: readonly Series[],
): Promise<Omit<TrainingMetrics["series"][number], "recent">[]> {
  const extremes = series.flatMap(extremesOf);
  if (extremes.length === 0) return [];
  const spans = extremes.map(
    ({ name, end, value, firstStep, lastStep }) =>
      sql`(${name}, ${end}, ${value}::float8, ${firstStep - 1}::integer, ${lastStep - 1}::integer)`,
  );
  const found = await db.query(sql`
    select ${columns({
      name: text(sql`w.name`),
      end: text(sql`w."end"`),
      value: float(sql`w.value`),
      step: int(sql`f.span + 1`),
    })}
    from (values ${join(spans)}) as w (name, "end", value, lo, hi)
    cross join lateral (
      select m.span from training_metric m
      where m.job_id = ${jobId} and m.name = w.name and m.tier = 0 and m.span between w.lo and w.hi and m.last = w.value
      order by m.span limit 1) f`);
  const at = new Map(found.map(({ name, end, step, value }) => [`${end} ${name}`, { step, value }]));
  return series.flatMap((one) => {
    const [least, greatest] = [at.get(`least ${one.name}`), at.get(`greatest ${one.name}`)];
    return least && greatest ? [{ ...one, least, greatest }] : [];
  });
}

function extremesOf({ name, points }: Series): Extreme[] {
  const [first] = points;
  if (!first) return [];
  const low = points.reduce((best, point) => (point.min < best.min ? point : best), first);
  const high = points.reduce((best, point) => (point.max > best.max ? point : best), first);
  return [
    { name, end: "least", value: low.min, firstStep: low.firstStep, lastStep: low.lastStep },
    { name, end: "greatest", value: high.max, firstStep: high.firstStep, lastStep: high.lastStep },
  ];
}

type Spans = { range: { fromStep: number; toStep: number }; width: number; lastStep: number };

const TIMES = columns({
  step: int(sql`max(step)`),
  seconds: float(sql`greatest(max(seconds), 0)`),
  slowest: orNull(float(sql`min(speed) filter (where speed > 0)`)),
  quickest: orNull(float(sql`max(speed) filter (where speed > 0)`)),
});

/**
 * When the last step of each span was done, and how fast its slowest and quickest steps were. The events of steps come in the order of the
 * steps, one for each.
 */
function timesOf(
  db: Db,
  jobId: string,
  { range, width, lastStep }: Spans,
): Promise<TrainingMetrics["times"]> {
  const toStep = Math.min(Math.ceil(range.toStep / width) * width, lastStep);
  // Both sides are read once, in order, and meet in groups: a join of them would be planned by what the database takes their numbers for,
  // which is nothing yet when many steps came at once.
  return db.query(sql`
    with reported as (
      select created_at, lag(created_at) over (order by number) as before, (row_number() over (order by number))::integer as step
      from training_event where job_id = ${jobId} and type = 'gradient_step'),
    counted as (
      select span + 1 as step, last as tokens from training_metric
      where job_id = ${jobId} and tier = 0 and span between ${range.fromStep - 1}::integer and ${toStep - 1}::integer and name = (
        select min(name) from training_metric where job_id = ${jobId} and tier = 0 and span = 0 and name = any(${[...TOKEN_METRICS]}::text[]))),
    both_sides as (
      select t.step, extract(epoch from t.created_at - j.started_at)::float8 as seconds,
        extract(epoch from t.created_at - coalesce(t.before, j.started_at))::float8 as took, null::float8 as tokens
      from reported t join training_job j on j.id = ${jobId}
      where t.step between ${range.fromStep}::integer and ${toStep}::integer
      union all select step, null, null, tokens from counted),
    timed as (
      select step, max(seconds) as seconds, max(tokens) / nullif(max(took), 0) as speed from both_sides group by step)
    select ${TIMES}
    from timed where seconds is not null group by (step - 1) / ${width}::integer order by 1`);
}
