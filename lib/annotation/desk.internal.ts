import type { Ctx } from "#lib/access/context.ts";
import { bool, columns, field, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { hasSlotFor, isDroppedByOthers, isFor } from "./slots.internal.ts";

/** One annotator at one queue. */
export type Desk = { projectId: string; queueId: string; annotatorId: string };

export function deskOf({ actor, project }: Pick<Ctx, "actor" | "project">, queueId: string): Desk {
  return { projectId: project.id, queueId, annotatorId: actor.userId };
}

/** Whether the annotator's own reservation (as `r`) of the queue. */
export function ownReservation({ projectId, queueId, annotatorId }: Desk): Sql {
  return sql`r.project_id = ${projectId} and r.queue_id = ${queueId} and r.annotator_id = ${annotatorId}`;
}

export const EXPIRY: Sql = sql`clock_timestamp() + make_interval(mins => q.reservation_minutes)`;

const ITEM_ID = columns(of("queue_item i", "id"));

/**
 * Locks the items of the annotator's reservations, and those named besides. All who lock several items wait for them in the order of
 * their ids, so that nobody waits in a circle.
 */
export async function lockHeld(
  db: Db,
  desk: Desk,
  { itemIds }: { itemIds: readonly string[] },
): Promise<string[]> {
  const rows = await db.query(
    sql`
      select ${ITEM_ID} from queue_item i
      where i.project_id = ${desk.projectId} and i.queue_id = ${desk.queueId} and i.deleted_at is null
        and i.id = any(${itemIds}::text[] || array(select r.item_id from item_reservation r where ${ownReservation(desk)}))
      order by i.id for no key update`,
    "lock-held-items",
  );
  return rows.map((row) => row.id);
}

/** Locks those of the items that are live ones of the queue. */
export async function lockItems(db: Db, desk: Desk, itemIds: readonly string[]): Promise<string[]> {
  const rows = await db.query(
    sql`
      select ${ITEM_ID} from queue_item i
      where i.project_id = ${desk.projectId} and i.queue_id = ${desk.queueId} and i.deleted_at is null
        and i.id = any(${itemIds}::text[])
      order by i.id for no key update`,
    "lock-queue-items",
  );
  return rows.map((row) => row.id);
}

/**
 * Renews the annotator's reservations of locked items as far as they still stand: the item was neither dropped nor given to somebody
 * else, and its slot is the annotator's still. Gives the items' ids. One that has expired stands while nobody has taken its slot; `live`
 * leaves those out.
 */
export async function renew(
  db: Db,
  desk: Desk,
  { itemIds, live }: { itemIds: readonly string[]; live: boolean },
): Promise<string[]> {
  const rows = await db.query(
    sql`
      update item_reservation r set expires_at = ${EXPIRY}
      from queue_item i join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
      where ${ownReservation(desk)} and r.item_id = any(${itemIds}::text[])
        and i.project_id = r.project_id and i.id = r.item_id and i.deleted_at is null
        and (not ${live}::boolean or r.expires_at > clock_timestamp())
        and ${isStillOpen(desk)}
      returning ${columns({ id: field("item_reservation r", "itemId") })}`,
    "renew-reservations",
  );
  return rows.map((row) => row.id);
}

/**
 * Whether an item (as `i`, of queue `q`) is the annotator's to work on: open to them, answered by them already, or dropped by their own
 * skip alone, which they may take back.
 */
export function isStillOpen({ annotatorId }: Desk): Sql {
  return sql`(exists (
      select from item_progress p
      where p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = ${annotatorId} and p.state = 'completed')
    or not ${isDroppedByOthers(annotatorId)} and ${isFor(annotatorId)} and ${hasSlotFor(annotatorId)})`;
}

/** Gives back the annotator's reservations of these items, or all but these; gives the ids of those that stood. */
export async function giveBack(
  db: Db,
  desk: Desk,
  which: { only: readonly string[] } | { allBut: readonly string[] },
): Promise<string[]> {
  const chosen =
    "only" in which
      ? sql`r.item_id = any(${which.only}::text[])`
      : sql`r.item_id <> all(${which.allBut}::text[])`;
  const rows = await db.query(
    sql`
      delete from item_reservation r where ${ownReservation(desk)} and ${chosen}
      returning ${columns({
        id: field("item_reservation r", "itemId"),
        stood: bool(sql`r.expires_at > clock_timestamp()`),
      })}`,
    "only" in which ? "give-back-some" : "give-back-others",
  );
  return rows.filter(({ stood }) => stood).map(({ id }) => id);
}
