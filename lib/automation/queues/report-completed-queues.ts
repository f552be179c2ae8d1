import { bool, columns, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { listenedQueues } from "./listened-queues.internal.ts";

const QUEUES_AT_ONCE = 100;

/**
 * Reports queues that have all the answers they want: once, and again after further items came and were answered. That is no fact of one row, and two
 * people may give the last two answers in the same moment, so it is looked at again and again instead of by a trigger.
 */
export async function reportCompletedQueues(db: Db): Promise<void> {
  for (const { projectId, queueId, path, newest, isNews } of await changedQueues(db))
    await db.transaction(async (tx) => {
      await tx.query(sql`
        insert into queue_report (project_id, queue_id, completed_to) values (${projectId}, ${queueId}, ${newest}::bigint)
        on conflict (project_id, queue_id) do update set completed_to = excluded.completed_to`);
      if (newest !== null && isNews)
        await tx.query(sql`
          select notify_webhooks(${projectId}, 'queue.completed',
            json_build_object('project_id', ${path}::text, 'queue_id', ${queueId}::text))::text`);
    });
}

const CHANGED = columns({
  projectId: text(sql`f.project_id`),
  queueId: text(sql`f.queue_id`),
  path: text(sql`f.path`),
  newest: orNull(text(sql`f.newest`)),
  isNews: bool(sql`coalesce(f.is_news, false)`),
});

/** Where an item (as `i`) of a queue (as `q`) still wants an answer. In a queue that asks everybody, one answer is enough. */
const WANTS_MORE: Sql = sql`case when q.annotators_per_item is null then not (i.is_done or i.is_dropped) else i.is_open end`;

/** Complete to a newer item than before, or no longer. What was complete before anybody wanted to hear of it is no news. */
function changedQueues(db: Db) {
  const itemsOf = sql`from queue_item i where i.project_id = q.project_id and i.queue_id = q.id and i.deleted_at is null`;
  return db.query(sql`
    select ${CHANGED}
    from (
      select q.project_id, q.id as queue_id, p.entity_name || '/' || p.name as path, r.completed_to,
        case when not exists (select ${itemsOf} and ${WANTS_MORE}) then (select max(i.position) ${itemsOf}) end as newest,
        w.since <= (select max(a.finished_at) from item_progress a where a.project_id = q.project_id and a.queue_id = q.id) as is_news
      from ${listenedQueues("queue.completed")}
      where q.deleted_at is null) f
    where case when f.newest is null then f.completed_to is not null else f.newest > coalesce(f.completed_to, -1) end
    order by f.queue_id limit ${QUEUES_AT_ONCE}`);
}
