import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { MAX_FIGURE_STEPS } from "#lib/contract/training/figure-steps.ts";
import type {
  queryTrainingCurves as contract,
  TrainingCurves,
} from "#lib/contract/training/training-progress.ts";
import { columns, field, of, type RowOf } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { spanOf, stepsPerSpan, tierFor, tiersOf } from "#lib/training/jobs/events/metric-tiers.ts";
import { POINT_COLUMNS, seriesOf } from "./metric-series.internal.ts";

type Input = InputOf<typeof contract>;

/** The curves of the jobs in sight of a list, each as fine as it has room. */
export async function queryTrainingCurves(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract>> {
  const jobs = await measuredJobs(ctx, input);
  const rows = await readRows(ctx, jobs, input.names);
  const rowsOf = Map.groupBy(rows, ({ jobId }) => jobId);
  return { curves: jobs.map((job) => curvesOf(job, rowsOf.get(job.id) ?? [])) };
}

type MeasuredJob = { id: string; step: number; tier: number };

/** In the order asked, each once, with the tier that fits. */
async function measuredJobs(ctx: Ctx, { trainingJobIds, maxPoints }: Input): Promise<MeasuredJob[]> {
  const jobs = await ctx.db.query(sql`
    select ${columns(of("training_job j", "id", "step", "totalSteps"))}
    from unnest(${[...new Set(trainingJobIds)]}::text[]) with ordinality as asked (id, place)
    join training_job j on j.project_id = ${ctx.project.id} and j.id = asked.id
    order by asked.place`);
  return jobs.map(({ id, step, totalSteps }) => ({
    id,
    step,
    tier: tierFor({ fromStep: 1, toStep: step }, maxPoints, tiersOf(totalSteps ?? step)),
  }));
}

const ROW = columns({
  ...POINT_COLUMNS,
  ...of("training_metric m", "jobId"),
  tier: field("training_metric m", "tier"),
});
type Row = RowOf<typeof ROW>;

/** The spans of each job's tier, and its last steps one by one. */
function readRows(ctx: Ctx, jobs: readonly MeasuredJob[], names: string[]): Promise<Row[]> {
  const stretches = jobs.flatMap(({ id, step, tier }) => [
    { id, tier, from: 0, to: spanOf(step, tier) },
    ...(tier === 0 ? [] : [{ id, tier: 0, from: Math.max(0, step - MAX_FIGURE_STEPS), to: step - 1 }]),
  ]);
  const listed = <K extends keyof (typeof stretches)[number]>(key: K) => stretches.map((one) => one[key]);
  return ctx.db.query(sql`
    select ${ROW}
    from unnest(${listed("id")}::text[], ${listed("tier")}::integer[], ${listed("from")}::integer[], ${listed("to")}::integer[])
      as asked (job_id, tier, first_span, last_span)
    join training_metric m on m.project_id = ${ctx.project.id} and m.job_id = asked.job_id and m.name = any(${names}::text[])
      and m.tier = asked.tier and m.span between asked.first_span and asked.last_span
    order by m.job_id, m.name, m.tier, m.span`);
}

function curvesOf({ id, step, tier }: MeasuredJob, rows: readonly Row[]): TrainingCurves {
  const width = stepsPerSpan(tier);
  const recent = Map.groupBy(
    rows.filter((row) => row.tier === 0 && row.span >= step - MAX_FIGURE_STEPS),
    ({ name }) => name,
  );
  const series = seriesOf(
    rows.filter((row) => row.tier === tier),
    { width, steps: step },
  );
  return {
    trainingJobId: id,
    stepsPerPoint: width,
    series: series.map((one) => ({
      ...one,
      recent: (recent.get(one.name) ?? []).map(({ span, last }) => ({ step: span + 1, value: last })),
    })),
  };
}
