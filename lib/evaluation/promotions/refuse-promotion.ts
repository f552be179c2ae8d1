import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { refusePromotion as contract } from "#lib/contract/evaluation/promotions.ts";
import { requirePromotion } from "./promotion-rows.internal.ts";
import { settlePromotion } from "./settle-promotion.internal.ts";

export async function refusePromotion(
  ctx: Ctx,
  { promotionId, note }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const promotion = await requirePromotion(ctx, promotionId);
  const settled = { state: "refused", note: note?.trim() || null } as const;
  return { promotion: await settlePromotion(ctx, promotion, settled) };
}
