import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { requirePromotion, requireWaiting } from "./promotion-rows.internal.ts";

type Settled = { state: "refused" | "withdrawn"; note: string | null };

/** Ends what waits without moving the alias, under the lock that moves wait for. */
export async function settlePromotion(
  ctx: Ctx,
  { id, modelId }: Promotion,
  { state, note }: Settled,
): Promise<Promotion> {
  const { project, actor } = ctx;
  return ctx.db.transaction(async (db) => {
    await lockModel(db, modelId, "update");
    const { alias, step, ...now } = await requirePromotion({ db, project }, id);
    requireWaiting({ alias, step, ...now });
    await db.prisma.promotion.update({
      where: { id },
      data: { state, decidedBy: actor.userId, decidedAt: new Date(), decision: note },
    });
    const facts = { action: `promotion.${state}`, projectId: project.id, target: modelId } as const;
    await recordAudit({ ...ctx, db }, { ...facts, details: { name: alias, step } });
    await tellProject(db, project.id, "models");
    return requirePromotion({ db, project }, id);
  });
}
