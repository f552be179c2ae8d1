import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queue-lead.ts";
import { sql } from "#lib/db/sql.ts";
import { tellProject } from "#lib/live/tell-project.ts";
import { lockItem } from "./lock-item.ts";

type Endpoint = typeof contract.undecideItem;

/** Forgets what was decided about an item; it is no yardstick any more either. */
export function undecideItem(ctx: Ctx, { queueId, itemId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const place = { projectId: ctx.project.id, queueId, itemId };
  return ctx.db.transaction(async (db) => {
    await lockItem(db, place);
    const gone = await db.query(sql`
      delete from adjudication where project_id = ${place.projectId} and item_id = ${itemId} returning 1`);
    if (gone.length === 0) return { wasDecided: false };
    await recordAudit(
      { ...ctx, db },
      { action: "queue_item.undecided", projectId: place.projectId, target: itemId },
    );
    await tellProject(db, place.projectId, "queues");
    return { wasDecided: true };
  });
}
