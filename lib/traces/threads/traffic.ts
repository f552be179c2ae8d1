import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** Whether a thread is a conversation with people or programs, and no work of this service; what has no thread is traffic, too. */
export function isTrafficThread(threadId: Sql): Sql {
  return sql`is_traffic_thread(${threadId})`;
}
