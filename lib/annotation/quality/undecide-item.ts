import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { lockItem } from "#lib/annotation/lock-item.ts";
import type * as contract from "#lib/contract/annotation/queue-lead.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.undecideItem;

/** Forgets what was decided about an item; it is no yardstick any more either. */
export function undecideItem(ctx: Ctx, { queueId, itemId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const place = { projectId: ctx.project.id, queueId, itemId };
  return ctx.db.transaction(async (db) => {
    await lockItem(db, place);
    const gone = await db.prisma.adjudication.deleteMany({ where: { projectId: place.projectId, itemId } });
    if (gone.count === 0) return { wasDecided: false };
    await recordAudit(
      { ...ctx, db },
      { action: "queue_item.undecided", projectId: place.projectId, target: itemId },
    );
    await tellProject(db, place.projectId, "queues");
    return { wasDecided: true };
  });
}
