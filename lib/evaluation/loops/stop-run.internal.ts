import type { Ctx } from "#lib/access/context.ts";
import { cancelEvaluationRun } from "#lib/evaluation/runs/cancel-evaluation-run.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

/** Ends a run and what it waits for, in the open transaction; false where it had ended. */
export async function stopRun(ctx: Ctx, runId: string): Promise<boolean> {
  const { db, project, actor } = ctx;
  await lockRow(db, "loop_run", { projectId: project.id, id: runId });
  const going = await db.prisma.loopRun.findFirst({
    where: { projectId: project.id, id: runId, state: { in: ["queued", "running"] } },
    select: { jobId: true, step: true, evaluationRunIds: true },
  });
  if (!going) return false;
  await db.prisma.loopRun.update({
    where: { id: runId },
    data: { state: "cancelled", outcome: `${actor.name} stopped it`, endedAt: new Date(), waitingFor: null },
  });
  if (going.jobId !== null && going.step === null)
    await askCancel(db, going.jobId, { asked: { by: actor.userId, cause: "run" } });
  for (const evaluationRunId of going.evaluationRunIds)
    await cancelEvaluationRun(ctx, { projectId: project.path, runId: evaluationRunId });
  await tellProject(db, project.id, "jobs");
  return true;
}
