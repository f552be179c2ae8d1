import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** A retraction is in force from now on, by the clock of the database, which says when builds read as well. */
export async function noteInForce(db: Db, id: string): Promise<void> {
  await db.query(sql`update retraction set in_force_since = clock_timestamp() where id = ${id}`);
}
