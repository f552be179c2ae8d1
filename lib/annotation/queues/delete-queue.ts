import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { findQueue } from "#lib/annotation/queue-rows.internal.ts";
import { lockQueue, noSuchQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.deleteQueue;

/** Hides the queue; items, states and feedback stay. Calls that it still waited for, what was learned and what models said are forgotten, and its rules end. */
export function deleteQueue(ctx: Ctx, { queueId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    await lockQueue(db, { projectId: project.id, queueId });
    await db.prisma.annotationQueue.update({ where: { id: queueId }, data: { deletedAt: new Date() } });
    await db.prisma.pendingQueueCall.deleteMany({ where: { projectId: project.id, queueId } });
    await db.prisma.itemSuggestion.deleteMany({ where: { projectId: project.id, queueId } });
    await db.prisma.itemReply.deleteMany({ where: { projectId: project.id, item: { queueId } } });
    await db.prisma.queueLearning.deleteMany({ where: { projectId: project.id, queueId } });
    await db.prisma.queueRule.updateMany({
      where: { projectId: project.id, queueId, deletedAt: null },
      data: { deletedAt: new Date() },
    });
    await recordAudit({ ...ctx, db }, { action: "queue.deleted", projectId: project.id, target: queueId });
    await tellProject(db, project.id, "queues");
    const queue = await findQueue({ ...ctx, db }, queueId);
    if (!queue) throw noSuchQueue(queueId);
    return { queue };
  });
}
