import { type Desk, giveBack } from "#lib/annotation/desk.internal.ts";
import { refreshItems } from "#lib/annotation/refresh-items.internal.ts";
import type { AnnotationState } from "#lib/contract/annotation/queues.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

/** An annotator's step at an item, which the transaction has locked. */
export type Move = Desk & { itemId: string; state: AnnotationState };

/** Shows a written state on the item, ends the reservation unless work continues, and notifies listeners. */
export async function showProgress(db: Db, move: Move): Promise<void> {
  const { projectId, itemId, annotatorId, state } = move;
  await db.query(
    sql`
      update queue_item i set annotation_state = ${state}, annotator_user_id = ${annotatorId},
        updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 millisecond')
      where i.project_id = ${projectId} and i.id = ${itemId}`,
    "show-state-on-item",
  );
  await settleProgress(db, move);
}

/** As `showProgress`, but the item still shows the state that another annotator wrote. */
export async function settleProgress(db: Db, move: Move): Promise<void> {
  const { projectId, itemId, state } = move;
  await refreshItems(db, { projectId, itemIds: [itemId] });
  if (state !== "in_progress") await giveBack(db, move, { only: [itemId] });
  await tellProject(db, projectId, "queues");
}
