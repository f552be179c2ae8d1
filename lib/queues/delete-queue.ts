import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { toQueue } from "./queue-rows.internal.ts";
import { lockQueue } from "./require-queue.ts";

type Endpoint = typeof contract.deleteQueue;

/** Hides the queue; items, states and feedback stay. Calls that it still waited for are forgotten. */
export function deleteQueue(ctx: Ctx, { queueId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    await lockQueue(db, { projectId: project.id, queueId });
    const row = await db.prisma.annotationQueue.update({
      where: { id: queueId },
      data: { deletedAt: new Date() },
    });
    await db.prisma.pendingQueueCall.deleteMany({ where: { projectId: project.id, queueId } });
    await recordAudit({ ...ctx, db }, { action: "queue.deleted", projectId: project.id, target: queueId });
    return { queue: toQueue(row, project.path) };
  });
}
