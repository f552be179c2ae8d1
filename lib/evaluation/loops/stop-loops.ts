import type { Ctx } from "#lib/access/context.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { stopLoops as contract } from "#lib/contract/loops/loops.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { stopRun } from "./stop-run.internal.ts";

/** Loops are paused first, so that none begins another run. */
export function stopLoops(ctx: Ctx): Promise<ReplyOf<typeof contract>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const { count } = await db.prisma.loop.updateMany({
      where: { projectId: project.id, deletedAt: null, isPaused: false },
      data: { isPaused: true },
    });
    const going = await db.prisma.loopRun.findMany({
      where: { projectId: project.id, state: { in: ["queued", "running"] } },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    let stopped = 0;
    for (const { id } of going) if (await stopRun({ ...ctx, db }, id)) stopped += 1;
    if (count > 0) await tellProject(db, project.id, "jobs");
    return { pausedCount: count, stoppedCount: stopped };
  });
}
