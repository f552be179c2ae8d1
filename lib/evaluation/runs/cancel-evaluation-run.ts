import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { requireRun } from "#lib/evaluation/run-records.internal.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.cancelEvaluationRun;

export function cancelEvaluationRun(ctx: Ctx, { runId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    await requireRun({ db, project }, runId);
    const { count } = await db.prisma.evaluationRun.updateMany({
      where: { projectId: project.id, id: runId, state: { in: ["queued", "running"] } },
      data: { state: "cancelled", endedAt: new Date(), waitingFor: null },
    });
    if (count > 0) await tellProject(db, project.id, "evaluations");
    return { run: await requireRun({ db, project }, runId) };
  });
}
