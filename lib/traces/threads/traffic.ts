import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** How the threads begin in which evaluations, reinforcement and the playground record what they ask models. */
const OWN_THREADS = ["eval/%", "rl/%", "playground-%"];

/** Whether a thread is a conversation with people or programs, and no work of this service; what has no thread is traffic, too. */
export function isTrafficThread(threadId: Sql): Sql {
  return sql`coalesce(${threadId}, '') not like all (${OWN_THREADS}::text[])`;
}
