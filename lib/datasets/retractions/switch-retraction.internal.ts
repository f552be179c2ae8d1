import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { Retraction } from "#lib/contract/datasets/retractions.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { noteInForce } from "./in-force.ts";
import { type Meant, tellLearners } from "./retraction-impact.ts";

/** Lifts a retraction, or puts it in force again. One that is so already stays as it is, and says who lifted it first. */
export function switchRetraction(
  ctx: Ctx,
  { id, isLifted }: { id: string; isLifted: boolean },
): Promise<{ retraction: Retraction }> {
  const projectId = ctx.project.id;
  return ctx.db.transaction(async (db) => {
    if (!(await lockRow(db, "retraction", { projectId, id })))
      throw new NotFound(`Retraction ${id} not found; it does not exist in this project`);
    const changed = await db.prisma.retraction.updateMany({
      where: { projectId, id, liftedAt: isLifted ? null : { not: null } },
      data: isLifted
        ? { liftedAt: new Date(), liftedBy: ctx.actor.userId }
        : { liftedAt: null, liftedBy: null },
    });
    if (changed.count > 0) {
      if (!isLifted) await noteInForce(db, { projectId, id });
      const action = isLifted ? "retraction.lifted" : "retraction.restored";
      await recordAudit({ ...ctx, db }, { action, projectId, target: id });
    }
    const { projectId: _, ...retraction } = await db.prisma.retraction.findUniqueOrThrow({ where: { id } });
    if (changed.count > 0) await tellLearners({ ...ctx, db }, meantBy(retraction));
    return { retraction };
  });
}

function meantBy({ since, until, ...named }: Retraction): Meant {
  return { ...named, since: since?.toISOString() ?? null, until: until?.toISOString() ?? null };
}
