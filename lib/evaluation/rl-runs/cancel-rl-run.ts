import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { withdrawItems } from "#lib/evaluation/rl-people/withdraw-items.internal.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";
import { requireRlRun } from "./rl-records.internal.ts";

type Endpoint = typeof contract.cancelRlRun;

/** One that shall keep what it has ends by the worker's hand, once the job of its round has ended. */
export function cancelRlRun(ctx: Ctx, { runId, keep }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project, actor } = ctx;
  return ctx.db.transaction(async (db) => {
    const place = { db, project };
    await requireRlRun(place, runId);
    await lockRow(db, "rl_run", { projectId: project.id, id: runId });
    const { state } = await requireRlRun(place, runId);
    if (state !== "queued" && state !== "running") return { run: await requireRlRun(place, runId) };
    const now = new Date();
    await db.prisma.rlRun.update({
      where: { id: runId },
      data: keep
        ? { isStopping: true, nextAttemptAt: now }
        : { state: "cancelled", endedAt: now, waitingFor: null },
    });
    const unended = await db.prisma.rlRound.findFirst({
      where: { projectId: project.id, runId, endedAt: null },
    });
    if (unended?.jobId)
      await askCancel(db, unended.jobId, { keep, asked: { by: actor.userId, cause: "run" } });
    if (!keep) await withdrawItems(db, { projectId: project.id, id: runId });
    if (unended && !keep)
      await db.prisma.rlRound.updateMany({
        where: { projectId: project.id, runId, endedAt: null },
        data: { endedAt: now },
      });
    await tellProject(db, project.id, "jobs");
    return { run: await requireRlRun(place, runId) };
  });
}
