import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { decisionsOn } from "#lib/annotation/answers/item-answers.internal.ts";
import { lockItem, noSuchItem } from "#lib/annotation/lock-item.ts";
import type * as contract from "#lib/contract/annotation/queue-lead.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { decidedValues } from "./decided-values.internal.ts";

type Endpoint = typeof contract.decideItem;

/** Keeps what holds of an item, in the place of what was decided before. What annotators said stays as it is. */
export function decideItem(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, itemId, method, note, isGold } = input;
  const place = { projectId: ctx.project.id, queueId, itemId };
  return ctx.db.transaction(async (db) => {
    await lockItem(db, place);
    const values = await decidedValues({ ...ctx, db }, { ...place, values: input.values });
    await db.query(sql`
      insert into adjudication (project_id, item_id, queue_id, values, method, note, is_gold, decided_by, decided_at)
      values (${place.projectId}, ${itemId}, ${queueId}, ${JSON.stringify(values)}::json, ${method}, ${note}, ${isGold},
        ${ctx.actor.userId}, clock_timestamp())
      on conflict (project_id, item_id) do update set values = excluded.values, method = excluded.method, note = excluded.note,
        is_gold = excluded.is_gold, decided_by = excluded.decided_by, decided_at = excluded.decided_at`);
    await recordAudit(
      { ...ctx, db },
      {
        action: "queue_item.decided",
        projectId: place.projectId,
        target: itemId,
        details: { method, isGold },
      },
    );
    await tellProject(db, place.projectId, "queues");
    const [decision] = await decisionsOn(db, { ...place, itemIds: [itemId] });
    if (!decision) throw noSuchItem(place);
    return { decision };
  });
}
