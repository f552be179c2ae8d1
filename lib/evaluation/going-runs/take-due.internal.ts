import { columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type GoingTable, nameOf } from "./going-table.internal.ts";

/**
 * The ids of those that have not ended and may continue now, the one that waits longest first. What is taken goes to the end of the line,
 * whatever becomes of its step: many that are due take turns, and none waits for the others to end. Those of `besides` have a step under way.
 */
export async function takeDue(
  db: Db,
  table: GoingTable,
  { limit, besides = [] }: { limit: number; besides?: readonly string[] },
): Promise<string[]> {
  const taken = await db.query(sql`
    update ${nameOf(table)} t set next_attempt_at = clock_timestamp()
    from (
      select n.id
      from ${nameOf(table)} n join project p on p.id = n.project_id
      where n.state in ('queued', 'running') and n.next_attempt_at <= clock_timestamp() and p.deleted_at is null
        and n.id <> all(${besides}::text[])
      order by n.next_attempt_at, n.created_at, n.id limit ${limit}
      for update of n skip locked) due
    where t.id = due.id
    returning ${columns({ id: text(sql`t.id`) })}`);
  return taken.map(({ id }) => id);
}
