import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { LearningQueue } from "./due-queues.internal.ts";

/** Writes the places of items, first to last; all others of the queue lose theirs. What somebody else has locked keeps what it has until the next time. */
export async function rankItems(
  db: Db,
  { projectId, queueId }: LearningQueue,
  order: readonly string[],
): Promise<void> {
  await db.transaction((tx) =>
    tx.query(sql`
      with place as (
        select id, rank::int from unnest(${[...order]}::text[]) with ordinality as listed (id, rank)),
      locked as materialized (
        select i.id, place.rank from queue_item i left join place on place.id = i.id
        where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null and i.is_open
          and (i.rank is not null or i.id = any(${[...order]}::text[])) and i.rank is distinct from place.rank
        order by i.id for no key update of i skip locked)
      update queue_item i set rank = locked.rank from locked
      where i.project_id = ${projectId} and i.id = locked.id
      returning ${columns(of("queue_item i", "id"))}`),
  );
}
