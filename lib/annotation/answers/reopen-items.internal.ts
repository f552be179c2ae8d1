import { refreshItems } from "#lib/annotation/refresh-items.internal.ts";
import { columns, int, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import type { LockedItems } from "./change-rows.internal.ts";

/** Whose answers are taken back, of everyone where it is null, and what a lead says with it. */
type Reopening = { annotatorId: string | null; note?: string };

/**
 * Makes annotators' states of the locked items unstarted; answers stay. The items show that as the state written last, and want answers
 * again; a form that began before is out of date. Gives the ids of the items where anything changed. With a note, also what is unstarted already is sent back; without one, what was sent back
 * is for everybody again.
 */
export async function reopenItems(
  db: Db,
  { projectId, queueId, itemIds }: LockedItems,
  { annotatorId, note }: Reopening,
): Promise<string[]> {
  const { itemIds: ids } = await showReopened(
    db,
    projectId,
    sql`
      update item_progress p
      set state = 'unstarted', revision = p.revision + 1, finished_at = null, skip_reason = null, sent_back = ${note ?? null}::text,
        updated_at = clock_timestamp()
      where p.project_id = ${projectId} and p.queue_id = ${queueId} and p.item_id = any(${[...itemIds]}::text[])
        and (${annotatorId}::text is null or p.annotator_id = ${annotatorId}::text)
        and (p.state <> 'unstarted' or p.sent_back is not null or ${note ?? null}::text is not null)`,
  );
  if (ids.length > 0) await refreshItems(db, { projectId, itemIds: ids });
  return ids;
}

/** Runs the change of progress (as `p`) that makes states unstarted, and shows it on the items. Gives those, and the number of states. */
export async function showReopened(
  db: Db,
  projectId: string,
  change: Sql,
): Promise<{ itemIds: string[]; people: number }> {
  const rows = await db.query(sql`
    with reopened as (${change} returning p.item_id, p.annotator_id)
    update queue_item i
    set annotation_state = 'unstarted', annotator_user_id = shown.annotator_id,
      updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 millisecond')
    from (
      select r.item_id, count(*)::int as people,
        coalesce(max(r.annotator_id) filter (where r.annotator_id = q.annotator_user_id), max(r.annotator_id)) as annotator_id
      from reopened r join queue_item q on q.project_id = ${projectId} and q.id = r.item_id
      group by r.item_id) shown
    where i.project_id = ${projectId} and i.id = shown.item_id
    returning ${columns({ ...of("queue_item i", "id"), people: int(sql`shown.people`) })}`);
  return { itemIds: rows.map(({ id }) => id), people: rows.reduce((sum, { people }) => sum + people, 0) };
}
