import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { toQueue } from "./queue-rows.internal.ts";
import { noSuchQueue } from "./require-queue.ts";

type Endpoint = typeof contract.getQueue;

export async function getQueue(
  { db, project }: Ctx,
  { queueId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const row = await db.prisma.annotationQueue.findFirst({
    where: { id: queueId, projectId: project.id, deletedAt: null },
  });
  if (!row) throw noSuchQueue(queueId);
  return { queue: toQueue(row, project.path) };
}
