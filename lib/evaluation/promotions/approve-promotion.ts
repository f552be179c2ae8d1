import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { approvePromotion as contract } from "#lib/contract/evaluation/promotions.ts";
import { requirePassed } from "#lib/evaluation/gates/require-passed.internal.ts";
import { moveAlias } from "#lib/models/checkpoints/move-alias.ts";
import { openModel } from "#lib/models/open-model.ts";
import { requirePromotion, requireWaiting } from "./promotion-rows.internal.ts";

/** Moves the alias; the move itself settles what asked for it. */
export async function approvePromotion(
  ctx: Ctx,
  { promotionId, note }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { project } = ctx;
  const promotion = await requirePromotion(ctx, promotionId);
  if (promotion.state === "approved") return { promotion };
  const { modelId, alias, step, askedBy } = promotion;
  const model = await openModel(ctx, modelId, "project:manage");
  return moveAlias(
    ctx,
    model,
    { name: alias, step },
    {
      requireRight: async (db) => {
        requireWaiting(await requirePromotion({ db, project }, promotionId));
        const lines = await requirePassed(db, model, { alias, step });
        return { kind: "approved", note: note?.trim() || promotion.note, lines, askedBy };
      },
      answer: async (db) => {
        const after = await requirePromotion({ db, project }, promotionId);
        if (after.state !== "approved") requireWaiting(after);
        return { promotion: after };
      },
    },
  );
}
