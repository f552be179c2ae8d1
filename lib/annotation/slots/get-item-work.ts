import type { Ctx } from "#lib/access/context.ts";
import { missingItem } from "#lib/annotation/lock-item.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-work.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { findOwnWork } from "./own-work.internal.ts";

type Endpoint = typeof contract.getItemWork;

/** Reading needs no reservation: it is for looking back, too. */
export async function getItemWork(
  ctx: Ctx,
  { queueId, itemId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireQueue(ctx, queueId);
  const work = await findOwnWork(ctx, { queueId, itemId });
  if (!work) throw await missingItem(ctx.db, { projectId: ctx.project.id, queueId, itemId });
  return work;
}
