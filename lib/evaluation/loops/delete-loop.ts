import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { deleteLoop as contract } from "#lib/contract/loops/loops.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { lockLoop } from "./loop-records.internal.ts";
import { stopRun } from "./stop-run.internal.ts";

/** Its runs stay, as what they made names them. */
export function deleteLoop(
  ctx: Ctx,
  { loopId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const { lastRun } = await lockLoop({ db, project }, loopId);
    await db.prisma.loop.update({ where: { id: loopId }, data: { deletedAt: new Date() } });
    if (lastRun) await stopRun({ ...ctx, db }, lastRun.id);
    await tellProject(db, project.id, "jobs");
    return { deletedCount: 1 };
  });
}
