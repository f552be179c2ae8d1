import { refreshItems } from "#lib/annotation/refresh-items.internal.ts";
import type { AwaitedBy } from "#lib/contract/annotation/awaited.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Waiting = {
  projectId: string;
  queueId: string;
  runId: string;
  /** Whose items the run waits for; null where it waits for none any more. */
  waits: { callIds: readonly string[]; until: Date; fallback: AwaitedBy["fallback"] } | null;
};

/** Ends the asking: of items that have an answer nobody else is asked for one, also who holds it. Call it under the locks of the items. */
export async function awaitNone(
  db: Db,
  { itemIds, ...asked }: Omit<Waiting, "waits"> & { itemIds: readonly string[] },
): Promise<void> {
  await awaitItems(db, { ...asked, waits: null });
  await refreshItems(db, { projectId: asked.projectId, itemIds });
  await db.query(sql`
    delete from item_reservation r using queue_item i
    where r.project_id = ${asked.projectId} and r.item_id = any(${[...itemIds]}::text[])
      and i.project_id = r.project_id and i.id = r.item_id and not i.is_open`);
}

/** Marks the queue's items of these calls as those that a run waits for, and no others. Changes nothing where they are marked already. */
export async function awaitItems(db: Db, { projectId, queueId, runId, waits }: Waiting): Promise<void> {
  const isAsked = sql`i.call_id = any(${[...(waits?.callIds ?? [])]}::text[])`;
  const until = sql`${waits?.until.toISOString() ?? null}::timestamptz`;
  const changed = await db.query(sql`
    with other as materialized (
      select i.id from queue_item i
      where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null
        and case when ${isAsked} then i.awaited_until is distinct from ${until} else i.awaited_by = ${runId} end
      order by i.id for no key update)
    update queue_item i
    set awaited_by = case when ${isAsked} then ${runId} end,
      awaited_until = case when ${isAsked} then ${until} end,
      awaited_fallback = case when ${isAsked} then ${waits?.fallback ?? null}::text end,
      updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 millisecond')
    from other where i.project_id = ${projectId} and i.id = other.id
    returning 1`);
  if (changed.length > 0) await tellProject(db, projectId, "queues");
}
