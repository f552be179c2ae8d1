import type { LoopMeasure, LoopPromote } from "#lib/contract/loops/loop-settings.ts";
import { findGate } from "#lib/evaluation/gates/gate-rows.internal.ts";
import { incumbentOf } from "#lib/evaluation/gates/incumbent-of.internal.ts";
import { whileRunGoes } from "#lib/evaluation/going-runs/while-going.internal.ts";
import { takeStepRuns } from "#lib/evaluation/runs/take-step-runs.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { getTrainingJob } from "#lib/training/requests/get-training-job.ts";
import type { OpenLoopRun } from "./open-loop-run.internal.ts";

/**
 * Notes the step that the job made, and has it measured beside the one that it must be better than, by the loop's evaluation and by those that the gate
 * of the alias looks at. Both are measured with the version that is measured now, so that both answer the same rows.
 */
export async function measureStep(open: OpenLoopRun, step: number): Promise<void> {
  const { run, ctx, measure } = open;
  await whileRunGoes(ctx.db, "loop_run", run, async (db) => {
    const now = await db.prisma.loopRun.findUniqueOrThrow({ where: { id: run.id } });
    if (now.step !== null) return;
    const comparedStep = measure ? await comparedWith(db, open, step) : null;
    const evaluationRunIds = measure ? await startEvaluations(db, open, { measure, step, comparedStep }) : [];
    await db.prisma.loopRun.update({ where: { id: run.id }, data: { step, comparedStep, evaluationRunIds } });
  });
}

/** The alias's step, or the one that the job started from; null where that is the step itself. */
async function comparedWith(
  db: Db,
  { run, ctx, train, promote }: OpenLoopRun,
  step: number,
): Promise<number | null> {
  const key = { projectId: run.projectId, modelId: train.modelId };
  const compared = promote
    ? await incumbentOf(db, { ...key, alias: promote.alias })
    : (await getTrainingJob({ ...ctx, db }, { trainingJobId: run.jobId ?? "" })).startedFromStep;
  return compared === step ? null : compared;
}

type Measured = { measure: LoopMeasure; step: number; comparedStep: number | null };

/** Those of the loop's own evaluation come first. */
async function startEvaluations(
  db: Db,
  { run, ctx, train, promote }: OpenLoopRun,
  { measure, step, comparedStep }: Measured,
): Promise<string[]> {
  const { modelId } = train;
  const { name } = await db.prisma.model.findUniqueOrThrow({
    where: { id: modelId },
    select: { name: true },
  });
  const steps = comparedStep === null ? [step] : [step, comparedStep];
  const gated = promote ? await gateEvaluations(db, { projectId: run.projectId, modelId, promote }) : [];
  const evaluationIds = [...new Set([measure.evaluationId, ...gated])];
  // In one order, so that no two loops wait for each other.
  for (const id of evaluationIds.toSorted())
    await lockRow(db, "evaluation", { projectId: run.projectId, id });
  const ids: string[] = [];
  for (const evaluationId of evaluationIds)
    ids.push(...(await takeStepRuns({ ...ctx, db }, { evaluationId, model: { id: modelId, name }, steps })));
  return ids;
}

async function gateEvaluations(
  db: Db,
  { projectId, modelId, promote }: { projectId: string; modelId: string; promote: LoopPromote },
): Promise<string[]> {
  const gate = await findGate(db, { projectId, modelId, alias: promote.alias });
  return gate ? [gate.target, ...gate.guards].map(({ evaluationId }) => evaluationId) : [];
}
