import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import type * as contract from "#lib/contract/evaluation/served-evaluations.ts";
import { unitsOf } from "#lib/datasets/assemble/split-units.ts";
import { retractedRowsOf } from "#lib/datasets/retractions/retracted-rows-of.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { findGate } from "#lib/evaluation/gates/gate-rows.internal.ts";
import { measuredRetractions } from "#lib/evaluation/measured-retractions.internal.ts";
import { cellOf } from "#lib/evaluation/results/comparison-cell.ts";
import { metricsOf } from "#lib/evaluation/results/metrics.ts";
import { answersOf } from "#lib/evaluation/run-answers.internal.ts";
import { findRuns } from "#lib/evaluation/run-records.internal.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.queryServedEvaluations;
type Place = Pick<Ctx, "db" | "project">;

export async function queryServedEvaluations(
  ctx: Place,
  { alias, limit }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const where = { projectId: ctx.project.id, name: alias, model: { deletedAt: null } };
  const served = await ctx.db.prisma.checkpointAlias.findMany({
    where,
    include: { model: { select: { name: true } } },
    orderBy: [{ updatedAt: "desc" }, { modelId: "asc" }],
    take: limit,
  });
  const retracted = await retractedRowsOf(ctx, served);
  const checkpoints: contract.ServedCheckpoint[] = [];
  for (const { modelId, model, step, updatedAt } of served) {
    const [run] = await newestRun(ctx, { modelId, step });
    const measure = run ? await measureOf(ctx, run, { modelId, alias }) : null;
    const of = { modelId, modelName: model.name, step, since: updatedAt };
    checkpoints.push({ ...of, measure, retracted: retracted({ modelId, step }) });
    // Thousands of rows take a while to resample.
    await othersTurn();
  }
  return { checkpoints, totalCount: await ctx.db.prisma.checkpointAlias.count({ where }) };
}

function newestRun(place: Place, { modelId, step }: { modelId: string; step: number }) {
  return findRuns(place, sql`n.model_id = ${modelId} and n.step = ${step} and n.state = 'completed'`, {
    limit: 1,
  });
}

/** Null where the run has scored nothing. */
async function measureOf(
  { db, project }: Place,
  { id: runId, evaluationId, version, endedAt }: EvaluationRun,
  guarded: { modelId: string; alias: string },
): Promise<contract.ServedMeasure | null> {
  const evaluation = await requireEvaluation({ db, project }, evaluationId);
  const answers = await answersOf(db, { projectId: project.id, runId });
  const metrics = metricsOf(evaluation, answers);
  const gate = await findGate(db, { projectId: project.id, ...guarded });
  const wanted = gate?.target.evaluationId === evaluationId ? gate.target.metric : null;
  const metric = metrics.find(({ name }) => name === wanted) ?? metrics[0];
  if (!metric) return null;
  const { estimate } = cellOf(metric, { answers }, { baseline: null, unitOf: unitsOf(answers) });
  if (estimate.value === null) return null;
  const retracted = (await measuredRetractions({ db, project }, [runId])).get(runId) ?? null;
  const { name: evaluationName } = evaluation;
  return { evaluationId, evaluationName, runId, version, endedAt, metric, estimate, retracted };
}
