import { columns, int } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

export type LockedItems = { projectId: string; queueId: string; itemIds: readonly string[] };

/** Sets the priority of the locked items; gives the number of those that had another one. */
export function prioritizeItems(db: Db, items: LockedItems, priority: number): Promise<number> {
  return update(db, items, {
    change: sql`priority = ${priority}::int`,
    condition: sql`i.priority <> ${priority}::int`,
  });
}

/** Lets only one annotator have the locked items, or everyone; reservations of others end. */
export async function assignItems(db: Db, items: LockedItems, assignedTo: string | null): Promise<number> {
  if (assignedTo !== null)
    await db.prisma.itemReservation.deleteMany({
      where: {
        projectId: items.projectId,
        itemId: { in: [...items.itemIds] },
        annotatorId: { not: assignedTo },
      },
    });
  return update(db, items, {
    change: sql`assigned_to = ${assignedTo}::text`,
    condition: sql`i.assigned_to is distinct from ${assignedTo}::text`,
  });
}

/** Takes the locked items out of the queue and ends their reservations. What was annotated stays. */
export async function removeItems(db: Db, items: LockedItems): Promise<number> {
  await db.prisma.itemReservation.deleteMany({
    where: { projectId: items.projectId, itemId: { in: [...items.itemIds] } },
  });
  return update(db, items, {
    change: sql`deleted_at = clock_timestamp()`,
    condition: sql`i.deleted_at is null`,
  });
}

async function update(
  db: Db,
  { projectId, itemIds }: LockedItems,
  { change, condition }: { change: Sql; condition: Sql },
): Promise<number> {
  const [row] = await db.query(sql`
    with changed as (
      update queue_item i
      set ${change}, updated_at = greatest(clock_timestamp(), i.updated_at + interval '1 millisecond')
      where i.project_id = ${projectId} and i.id = any(${[...itemIds]}::text[]) and ${condition}
      returning 1)
    select ${columns({ count: int(sql`count(*)`) })} from changed`);
  return row?.count ?? 0;
}
