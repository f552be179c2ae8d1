import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { requireRun } from "#lib/evaluation/run-records.internal.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.retryEvaluationRun;

/** A run with nothing left to measure again completes at once, with what it has. */
export function retryEvaluationRun(ctx: Ctx, { runId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const place = { db, project };
    await requireRun(place, runId);
    await lockRow(db, "evaluation_run", { projectId: project.id, id: runId });
    const { state } = await requireRun(place, runId);
    if (state === "queued" || state === "running")
      throw new Conflict(`Evaluation run ${runId} is ${state}; cancel it, or wait for its end`, {
        code: "not_ended",
      });
    await db.prisma.evaluationResult.deleteMany({
      where: { projectId: project.id, runId, isMasked: true },
    });
    await db.prisma.evaluationRun.update({
      where: { id: runId },
      data: {
        state: "queued",
        endedAt: null,
        errorMessage: null,
        idleRounds: 0,
        nextAttemptAt: new Date(),
      },
    });
    await tellProject(db, project.id, "evaluations");
    return { run: await requireRun(place, runId) };
  });
}
