import { awaitNone } from "#lib/annotation/items/await-items.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

/** Takes what a run still asks out of its queue, also what somebody holds or has begun; what somebody has answered stays with the answer, and nobody else is asked. */
export async function withdrawItems(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  // An answer that is being stored holds its item: only a statement that begins after it sees that somebody has answered.
  const asked = await db.query(sql`
    select ${ITEM} from rl_run n
    join rl_round o on o.project_id = n.project_id and o.run_id = n.id and o.human_deadline is not null and o.settled_at is null
    join rl_rollout t on t.project_id = o.project_id and t.run_id = o.run_id and t.round = o.round and t.call_id is not null
    join queue_item i on i.project_id = n.project_id and i.queue_id = n.human ->> 'queue_id' and i.call_id = t.call_id
    where n.project_id = ${projectId} and n.id = ${id} and i.deleted_at is null and i.is_open
    order by i.id for no key update of i`);
  const taken = await db.query(sql`
    update queue_item i
    set deleted_at = clock_timestamp(), updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 millisecond')
    where i.project_id = ${projectId} and i.id = any(${asked.map((item) => item.id)}::text[]) and i.deleted_at is null and i.is_open
      and not exists (
        select from item_progress p where p.project_id = i.project_id and p.item_id = i.id and p.state = 'completed')
    returning 1`);
  for (const queueId of new Set(asked.map((item) => item.queueId)))
    await awaitNone(db, { projectId, queueId, runId: id, itemIds: asked.map((item) => item.id) });
  if (taken.length > 0) await tellProject(db, projectId, "queues");
}

const ITEM = columns(of("queue_item i", "id", "queueId"));
