import type { Ctx } from "#lib/access/context.ts";
import { findItem } from "#lib/annotation/item-rows.internal.ts";
import { lockItem, noSuchItem } from "#lib/annotation/lock-item.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.removeQueueItem;

/** Takes the item out of the queue; what was annotated stays, and the call may be added again. */
export function removeQueueItem(
  ctx: Ctx,
  { queueId, itemId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const place = { projectId: ctx.project.id, queueId, itemId };
  return ctx.db.transaction(async (db) => {
    await lockItem(db, place);
    await db.query(sql`
      update queue_item
      set deleted_at = clock_timestamp(), updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where project_id = ${place.projectId} and id = ${itemId}`);
    await tellProject(db, place.projectId, "queues");
    const item = await findItem({ ...ctx, db }, itemId);
    if (!item) throw noSuchItem(place);
    return { item };
  });
}
