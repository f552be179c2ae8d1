import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { restoreRetraction as contract } from "#lib/contract/datasets/retractions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract;

export function restoreRetraction(
  ctx: Ctx,
  { retractionId: id }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const projectId = ctx.project.id;
  return ctx.db.transaction(async (db) => {
    if (!(await lockRow(db, "retraction", { projectId, id })))
      throw new NotFound(`Retraction ${id} not found; it does not exist in this project`);
    const restored = await db.prisma.retraction.updateMany({
      where: { projectId, id, liftedAt: { not: null } },
      data: { liftedAt: null, liftedBy: null },
    });
    if (restored.count > 0) {
      await recordAudit({ ...ctx, db }, { action: "retraction.restored", projectId, target: id });
      await tellProject(db, projectId, "datasets");
    }
    const { projectId: _, ...retraction } = await db.prisma.retraction.findUniqueOrThrow({ where: { id } });
    return { retraction };
  });
}
