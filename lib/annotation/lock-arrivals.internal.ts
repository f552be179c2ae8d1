import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** Waits until every call being written in the project is visible, and holds back further ones until the transaction ends. */
export async function lockArrivals(db: Db, projectId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(pending_calls_lock(${projectId}))`);
}
