import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-curves.ts";
import {
  type CurveGate,
  type CurvePoint,
  MAX_CURVE_STEPS,
} from "#lib/contract/evaluation/evaluation-curves.ts";
import type { MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { unitsOf } from "#lib/datasets/assemble/split-units.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { toGate } from "#lib/evaluation/gates/gate-rows.internal.ts";
import { incumbentOf } from "#lib/evaluation/gates/incumbent-of.internal.ts";
import { measuredRetractions } from "#lib/evaluation/measured-retractions.internal.ts";
import { cellOf } from "#lib/evaluation/results/comparison-cell.ts";
import { isKnownMetric, metricsOf } from "#lib/evaluation/results/metrics.ts";
import { answersOf, type RunAnswer } from "#lib/evaluation/run-answers.internal.ts";
import { findRuns } from "#lib/evaluation/run-records.internal.ts";
import { noSuchModel } from "#lib/models/open-model.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { invalidAt } from "#lib/platform/problem.ts";

type Endpoint = typeof contract.getEvaluationCurve;
type Place = Pick<Ctx, "db" | "project">;

export async function getEvaluationCurve(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { evaluationId, modelId } = input;
  const evaluation = await requireEvaluation(ctx, evaluationId);
  // Runs of a deleted model are still there.
  if ((await ctx.db.prisma.model.count({ where: { id: modelId, projectId: ctx.project.id } })) === 0)
    throw noSuchModel(modelId);
  if (input.metric !== undefined && !isKnownMetric(evaluation, input.metric)) {
    const text = `the evaluation does not measure ${input.metric}`;
    throw invalidAt(["body", "metric"], { type: "value_error", text });
  }
  const runs = await newestRuns(ctx, evaluationId, modelId);
  const newest = runs.at(-1);
  const metrics = newest ? metricsOf(evaluation, await read(ctx, newest)) : [];
  const facts = metrics.find(({ name }) => name === (input.metric ?? metrics[0]?.name));
  const measured = runs.flatMap(({ id: runId, subject: { step } }) =>
    step === null ? [] : [{ step, runId }],
  );
  if (!facts) return { metrics, metric: input.metric ?? null, points: [], runs: measured, gates: [] };
  const lost = await measuredRetractions(
    ctx,
    runs.map(({ id }) => id),
  );
  const points: CurvePoint[] = [];
  for (const run of runs) {
    const retracted = lost.get(run.id) ?? null;
    points.push(...pointOf(run, { facts, answers: await read(ctx, run), retracted }));
    // Thousands of rows take a while to resample.
    await othersTurn();
  }
  return {
    metrics,
    metric: facts.name,
    points,
    runs: measured,
    gates: await gatesOf(ctx, { evaluation, modelId, facts, points }),
  };
}

/** Of each step the newest completed one, the lowest step first. */
async function newestRuns(place: Place, evaluationId: string, modelId: string): Promise<EvaluationRun[]> {
  const { project } = place;
  const runs = await findRuns(
    place,
    sql`n.id in (
      select newest.id from (
        select distinct on (o.step) o.id, o.step from evaluation_run o
        where o.project_id = ${project.id} and o.evaluation_id = ${evaluationId} and o.model_id = ${modelId}
          and o.state = 'completed'
        order by o.step desc, o.created_at desc, o.id desc limit ${MAX_CURVE_STEPS}) newest)`,
  );
  return runs.sort((a, b) => (a.subject.step ?? 0) - (b.subject.step ?? 0));
}

function read({ db, project }: Place, { id }: EvaluationRun): Promise<RunAnswer[]> {
  return answersOf(db, { projectId: project.id, runId: id });
}

type Measured = Pick<CurvePoint, "retracted"> & { facts: MetricFacts; answers: readonly RunAnswer[] };

/** None where nothing could be scored. */
function pointOf(
  { id, subject, version }: EvaluationRun,
  { facts, answers, retracted }: Measured,
): CurvePoint[] {
  const { estimate } = cellOf(facts, { answers }, { baseline: null, unitOf: unitsOf(answers) });
  if (subject.step === null || estimate.value === null) return [];
  return [{ step: subject.step, runId: id, version, estimate, retracted }];
}

type Drawn = { evaluation: Evaluation; modelId: string; facts: MetricFacts; points: readonly CurvePoint[] };

async function gatesOf(
  { db, project }: Place,
  { evaluation, modelId, facts, points }: Drawn,
): Promise<CurveGate[]> {
  const rows = await db.prisma.checkpointGate.findMany({
    where: { projectId: project.id, modelId },
    orderBy: { alias: "asc" },
  });
  const better = facts.better === "higher" ? 1 : -1;
  const lines: CurveGate[] = [];
  for (const { alias, target, guards } of rows.map(toGate)) {
    const step = await incumbentOf(db, { projectId: project.id, modelId, alias });
    const value = points.find((point) => point.step === step)?.estimate.value;
    if (value == null) continue;
    const goesByThis = (line: { evaluationId: string; metric: string }) =>
      line.evaluationId === evaluation.id && line.metric === facts.name;
    if (goesByThis(target)) lines.push({ alias, role: "target", value: value + better * target.minGain });
    for (const { margin } of guards.filter(goesByThis))
      lines.push({ alias, role: "guard", value: value - better * margin });
  }
  return lines;
}
