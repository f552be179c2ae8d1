import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { assignItems, prioritizeItems, removeItems } from "#lib/annotation/answers/change-rows.internal.ts";
import { reopenItems } from "#lib/annotation/answers/reopen-items.internal.ts";
import { itemFilter } from "#lib/annotation/item-filter.internal.ts";
import { mayAnnotate } from "#lib/annotation/queue-settings.internal.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-lead.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { invalidAt } from "#lib/platform/problem.ts";

type Endpoint = typeof contract.changeItems;
type Input = InputOf<Endpoint>;

/** All of it or nothing. The items are locked in the order of their ids, as everybody does who locks several. */
export async function changeItems(ctx: Ctx, input: Input): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  await requireQueue(ctx, input.queueId);
  await requireSense(ctx, input);
  return ctx.db.transaction(async (db) => {
    const itemIds = await lockItems({ ...ctx, db }, input);
    const changedCount = await change({ ...ctx, db }, input, itemIds);
    if (changedCount > 0) await tellProject(db, project.id, "queues");
    return { changedCount };
  });
}

/** What the types of the contract cannot say. */
async function requireSense({ db, project }: Ctx, input: Input): Promise<void> {
  const { action, itemIds, filter, priority, assignedTo } = input;
  if (itemIds === undefined && filter === undefined)
    throw invalidAt(["body", "item_ids"], {
      type: "value_error",
      text: "name item_ids or send a filter; an empty filter means all items",
    });
  if (action === "prioritize" && priority === undefined)
    throw invalidAt(["body", "priority"], { type: "missing" });
  if (action !== "assign" || assignedTo === undefined) return;
  const known = await mayAnnotate(db, project, [assignedTo]);
  if (known.length === 0)
    throw invalidAt(["body", "assigned_to"], {
      type: "value_error",
      text: `${assignedTo} is not a user who may annotate in this project; give them such a role first`,
    });
}

async function lockItems(ctx: Ctx, { queueId, itemIds, filter = {} }: Input): Promise<string[]> {
  const rows = await ctx.db.query(sql`
    select ${columns(of("queue_item i", "id"))} from queue_item i
    where i.project_id = ${ctx.project.id} and i.queue_id = ${queueId} and i.deleted_at is null
      ${itemIds === undefined ? empty : sql`and i.id = any(${itemIds}::text[])`} ${itemFilter(ctx, filter)}
    order by i.id for no key update of i`);
  return rows.map(({ id }) => id);
}

/** How many items that changed. */
async function change(ctx: Ctx, input: Input, itemIds: readonly string[]): Promise<number> {
  const { db, project } = ctx;
  const items = { projectId: project.id, queueId: input.queueId, itemIds };
  switch (input.action) {
    case "prioritize":
      return prioritizeItems(db, items, input.priority ?? 0);
    case "assign":
      return assignItems(db, items, input.assignedTo ?? null);
    case "reopen": {
      const reopened = await reopenItems(db, items, { annotatorId: input.annotatorUserId ?? null });
      return recorded(ctx, "queue_items.reopened", { queueId: input.queueId, count: reopened.length });
    }
    case "remove": {
      const count = await removeItems(db, items);
      return recorded(ctx, "queue_items.removed", { queueId: input.queueId, count });
    }
    default:
      return input.action satisfies never;
  }
}

async function recorded(
  ctx: Ctx,
  action: "queue_items.reopened" | "queue_items.removed",
  { queueId, count }: { queueId: string; count: number },
): Promise<number> {
  if (count > 0)
    await recordAudit(ctx, { action, projectId: ctx.project.id, target: queueId, details: { count } });
  return count;
}
