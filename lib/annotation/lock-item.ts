import { bool, columns } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

type ItemPlace = { projectId: string; queueId: string; itemId: string };

/** Refuses an item that is not in that queue; nobody else changes the item before the transaction `db` ends. */
export async function lockItem(db: Db, place: ItemPlace): Promise<void> {
  const { projectId, queueId, itemId } = place;
  const found = await db.query(
    sql`
      select 1 from queue_item i
      join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id and q.deleted_at is null
      where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.id = ${itemId} and i.deleted_at is null
      for no key update of i`,
    "lock-queue-item",
  );
  if (found.length === 0) throw await missingItem(db, place);
}

/** Why an item is not there: the run that asked about it has taken it back, or there is none such. */
export async function missingItem(db: Db, place: ItemPlace): Promise<NotFound> {
  const { projectId, queueId, itemId } = place;
  const [asked] = await db.query(sql`
    select ${ASKED} from queue_item i
    join rl_run n on n.project_id = i.project_id and n.id = i.asked_by
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.id = ${itemId} and i.deleted_at is not null`);
  const forNothing = "and an answer to it counts for nothing any more";
  if (asked?.hasEnded)
    return new NotFound(`The run that asked about queue item ${itemId} has ended, ${forNothing}`);
  if (asked?.isSettled)
    return new NotFound(
      `The deadline of the run that asked about queue item ${itemId} has passed, ${forNothing}`,
    );
  return noSuchItem(place);
}

const ASKED = columns({
  hasEnded: bool(sql`n.state not in ('queued', 'running')`),
  isSettled: bool(sql`exists (
    select from rl_rollout t
    join rl_round o on o.project_id = t.project_id and o.run_id = t.run_id and o.round = t.round
    where t.project_id = i.project_id and t.run_id = n.id and t.call_id = i.call_id
      and o.settled_at is not null and o.human_deadline <= i.deleted_at)`),
});

export function noSuchItem({ queueId, itemId }: ItemPlace): NotFound {
  return new NotFound(`Queue item ${itemId} not found in queue ${queueId}; list the items of that queue`);
}
