import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryPromotions as contract } from "#lib/contract/evaluation/promotions.ts";
import { findPromotions } from "./promotion-rows.internal.ts";

export function queryPromotions(
  ctx: Ctx,
  { modelId, alias, state, limit, offset }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const where = {
    ...(modelId ? { modelId } : {}),
    ...(alias ? { alias } : {}),
    ...(state ? { state } : {}),
  };
  return findPromotions(ctx, where, { limit, offset });
}
