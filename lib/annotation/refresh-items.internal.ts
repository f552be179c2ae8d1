import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { ANSWERS_WANTED } from "./slots.internal.ts";

type Items = { projectId: string; itemIds: readonly string[] };
type WholeQueue = { projectId: string; queueId: string };

/**
 * Brings what items remember of their progress up to date: whether anybody is done with them, whether they were dropped, whether they
 * still want answers. Call it after the progress was written, in a statement of its own and under the items' locks.
 */
export async function refreshItems(db: Db, { projectId, itemIds }: Items): Promise<void> {
  const items = sql`i.project_id = ${projectId} and i.id = any(${itemIds}::text[])`;
  const progress = sql`left join lateral (
    select ${SUMS} from item_progress p where p.project_id = i.project_id and p.item_id = i.id) p on true`;
  await db.query(refreshment(items, progress), "refresh-items");
}

/** As `refreshItems`, for all items of a queue whose rule has changed; it locks them itself. */
export async function refreshQueue(db: Db, { projectId, queueId }: WholeQueue): Promise<void> {
  const items = sql`i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null`;
  // In id order, as all multi-item locks are, to avoid deadlock. A concurrent answer waits, and then follows the new rule.
  await db.query(sql`
    with locked as materialized (select i.id from queue_item i where ${items} order by i.id for no key update)
    select count(*) from locked`);
  const progress = sql`left join (
    select p.item_id, ${SUMS} from item_progress p
    where p.project_id = ${projectId} and p.queue_id = ${queueId} group by p.item_id) p on p.item_id = i.id`;
  await db.query(refreshment(items, progress));
}

const SUMS: Sql = sql`count(*) filter (where p.state = 'completed') as answers,
  bool_or(p.state in ('completed', 'skipped')) as is_done, bool_or(p.state = 'skipped') as is_skipped`;

/** Whether a run has asked about an item (as `i`) and waits no more: another answer to it would be for nothing. */
const IS_NO_MORE_AWAITED: Sql = sql`(i.asked_by is not null and i.awaited_by is null)`;

/** The change of those items (as `i`) whose sums of progress, which `progress` joins as `p`, say something else than they do. */
function refreshment(items: Sql, progress: Sql) {
  return sql`
    update queue_item i set is_done = now.is_done, is_dropped = now.is_dropped, is_open = now.is_open
    from (
      select i.project_id, i.id, coalesce(p.is_done, false) as is_done, fate.is_dropped,
        not fate.is_dropped and not (${IS_NO_MORE_AWAITED} and coalesce(p.answers, 0) > 0)
          and coalesce(coalesce(p.answers, 0) < ${ANSWERS_WANTED}, true) as is_open
      from queue_item i
      join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
      ${progress}
      cross join lateral (select q.skip_policy = 'drop' and coalesce(p.is_skipped, false) as is_dropped) fate
      where ${items}) now
    where i.project_id = now.project_id and i.id = now.id
      and (i.is_done, i.is_dropped, i.is_open) is distinct from (now.is_done, now.is_dropped, now.is_open)`;
}
