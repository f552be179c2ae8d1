import type { Ctx } from "#lib/access/context.ts";
import { deskOf } from "#lib/annotation/desk.internal.ts";
import { findItem } from "#lib/annotation/item-rows.internal.ts";
import { lockItem, noSuchItem } from "#lib/annotation/lock-item.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type Move, showProgress } from "./own-progress.internal.ts";
import { requireAnnotator } from "./require-annotator.internal.ts";
import { requireSlot } from "./require-slot.internal.ts";

type Endpoint = typeof contract.updateItemProgress;

/**
 * Writes the caller's own state and shows it on the item, whether or not the item wants a further answer, unless the queue is strict. The item's lock puts the
 * writers of one item in a row, so that the state it shows is the one committed last, and `updatedAt` grows in that order.
 */
export async function updateItemProgress(
  ctx: Ctx,
  { queueId, itemId, annotationState }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { isStrict } = await requireAnnotator(ctx, queueId);
  const move = { ...deskOf(ctx, queueId), itemId, state: annotationState };
  return ctx.db.transaction(async (db) => {
    await lockItem(db, move);
    if (isStrict && annotationState === "completed") await requireSlot(db, move);
    if (await writeOwnState(db, move)) await showProgress(db, move);
    const item = await findItem({ ...ctx, db }, itemId);
    if (!item) throw noSuchItem(move);
    return { item };
  });
}

/** Whether that changed anything. Who has no row yet is unstarted. */
async function writeOwnState(db: Db, move: Move): Promise<boolean> {
  const { projectId, queueId, itemId, annotatorId, state } = move;
  const written = await db.query(
    sql`
      insert into item_progress as own (project_id, item_id, annotator_id, queue_id, state, revision, finished_at, created_at, updated_at)
      select ${projectId}, ${itemId}, ${annotatorId}, ${queueId}, ${state}, 1,
        case when ${state} in ('completed', 'skipped') then clock_timestamp() end, clock_timestamp(), clock_timestamp()
      where ${state} <> 'unstarted' or exists (
        select from item_progress
        where project_id = ${projectId} and item_id = ${itemId} and annotator_id = ${annotatorId})
      on conflict (project_id, item_id, annotator_id)
      do update set state = excluded.state, revision = own.revision + 1, skip_reason = null,
        is_from_form = false, suggested_refs = '{}', finished_at = excluded.finished_at,
        sent_back = case when excluded.finished_at is null then own.sent_back end,
        asked_again = case when excluded.finished_at is null then own.asked_again else '{}' end, updated_at = excluded.updated_at
      where own.state <> excluded.state
      returning 1`,
    "write-own-state",
  );
  return written.length > 0;
}
