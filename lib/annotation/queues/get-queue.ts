import type { Ctx } from "#lib/access/context.ts";
import { findQueue } from "#lib/annotation/queue-rows.internal.ts";
import { noSuchQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

type Endpoint = typeof contract.getQueue;

export async function getQueue(ctx: Ctx, { queueId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const queue = await findQueue(ctx, queueId);
  if (!queue || queue.deletedAt !== null) throw noSuchQueue(queueId);
  return { queue };
}
