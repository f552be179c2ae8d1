import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import { findItem } from "./item-rows.internal.ts";
import { lockItem, noSuchItem } from "./lock-item.ts";

type Endpoint = typeof contract.updateItemProgress;
type Move = { projectId: string; queueId: string; itemId: string; annotatorId: string; state: string };

/**
 * Writes the caller's own state and shows it on the item. The item's lock puts the writers of one item in a row, so that the state it
 * shows is the one committed last, and `updatedAt` grows in that order.
 */
export function updateItemProgress(
  ctx: Ctx,
  { queueId, itemId, annotationState }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { actor, project } = ctx;
  const place = { projectId: project.id, queueId, itemId };
  return ctx.db.transaction(async (db) => {
    await lockItem(db, place);
    const move = { ...place, annotatorId: actor.userId, state: annotationState };
    if (await writeOwnState(db, move)) await showOnItem(db, move);
    const item = await findItem({ ...ctx, db }, itemId);
    if (!item) throw noSuchItem(place);
    return { item };
  });
}

/** Whether that changed anything. Who has no row yet is unstarted. */
async function writeOwnState(db: Db, move: Move): Promise<boolean> {
  const { projectId, queueId, itemId, annotatorId, state } = move;
  const written = await db.query(
    sql`
      insert into item_progress as own (project_id, item_id, annotator_id, queue_id, state, created_at, updated_at)
      select ${projectId}, ${itemId}, ${annotatorId}, ${queueId}, ${state}, clock_timestamp(), clock_timestamp()
      where ${state} <> 'unstarted' or exists (
        select from item_progress
        where project_id = ${projectId} and item_id = ${itemId} and annotator_id = ${annotatorId})
      on conflict (project_id, item_id, annotator_id)
      do update set state = excluded.state, updated_at = excluded.updated_at where own.state <> excluded.state
      returning 1`,
    "write-own-state",
  );
  return written.length > 0;
}

async function showOnItem(db: Db, { projectId, itemId, annotatorId, state }: Move): Promise<void> {
  await db.query(
    sql`
      update queue_item i set
        annotation_state = ${state},
        annotator_user_id = ${annotatorId},
        is_done = exists (
          select from item_progress p
          where p.project_id = i.project_id and p.item_id = i.id and p.state in ('completed', 'skipped')),
        updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 millisecond')
      where i.project_id = ${projectId} and i.id = ${itemId}`,
    "show-state-on-item",
  );
}
