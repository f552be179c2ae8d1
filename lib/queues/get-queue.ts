import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { findQueue } from "./queue-rows.internal.ts";
import { noSuchQueue } from "./require-queue.ts";

type Endpoint = typeof contract.getQueue;

export async function getQueue(ctx: Ctx, { queueId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const queue = await findQueue(ctx, queueId);
  if (!queue || queue.deletedAt !== null) throw noSuchQueue(queueId);
  return { queue };
}
