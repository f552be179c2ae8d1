import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { withdrawPromotion as contract } from "#lib/contract/evaluation/promotions.ts";
import { requirePromotion } from "./promotion-rows.internal.ts";
import { settlePromotion } from "./settle-promotion.internal.ts";

export async function withdrawPromotion(
  ctx: Ctx,
  { promotionId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const promotion = await requirePromotion(ctx, promotionId);
  return { promotion: await settlePromotion(ctx, promotion, { state: "withdrawn", note: null }) };
}
