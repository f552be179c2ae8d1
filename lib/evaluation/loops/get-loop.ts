import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getLoop as contract } from "#lib/contract/loops/loops.ts";
import { requireLoop } from "./loop-records.internal.ts";

export async function getLoop(
  ctx: Ctx,
  { loopId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return { loop: await requireLoop(ctx, loopId) };
}
