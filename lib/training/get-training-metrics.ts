import type { AccountCtx } from "#lib/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { getTrainingMetrics as contract, TrainingMetrics } from "#lib/contract/training.ts";
import { empty, sql } from "#lib/db/sql.ts";
import { invalidAt } from "#lib/problem.ts";
import { spanOf, stepsPerSpan, tierFor, tiersOf } from "./jobs/metric-tiers.ts";
import { requireJob } from "./require-job.internal.ts";

type Row = {
  name: string;
  span: number;
  first: number;
  last: number;
  min: number;
  max: number;
  mean: number;
  count: number;
};

export async function getTrainingMetrics(
  ctx: AccountCtx,
  { trainingJobId, names, fromStep = 1, toStep, maxPoints }: InputOf<typeof contract>,
): Promise<TrainingMetrics> {
  const job = await requireJob(ctx, trainingJobId, "training:read");
  const range = { fromStep, toStep: Math.min(toStep ?? job.step, job.step) };
  if (toStep !== undefined && toStep < fromStep)
    throw invalidAt(["query", "to_step"], {
      type: "value_error",
      text: `to_step ${toStep} lies before from_step ${fromStep}`,
    });
  const tier = tierFor(range, maxPoints, tiersOf(job.totalSteps ?? job.step));
  const wanted = names === undefined ? empty : sql`and name = any(${namesIn(names)})`;
  const rows = await ctx.db.query<Row>(sql`
    select name, span, first, last, least as min, greatest as max, sum / count as mean, count from training_metric
    where job_id = ${job.id} and tier = ${tier} ${wanted}
      and span between ${spanOf(range.fromStep, tier)} and ${spanOf(range.toStep, tier)}
    order by name, span`);
  return { stepsPerPoint: stepsPerSpan(tier), series: seriesOf(rows, stepsPerSpan(tier)) };
}

function namesIn(text: string): string[] {
  return text.split(",").map((name) => name.trim());
}

function seriesOf(rows: readonly Row[], width: number): TrainingMetrics["series"] {
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, points]) => ({
    name,
    points: points.map(({ span, count, name: _, ...values }) => ({
      ...values,
      firstStep: span * width + 1,
      lastStep: span * width + count,
    })),
  }));
}
