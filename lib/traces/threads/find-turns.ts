import { columns, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { isTurn } from "./turn-statistics.internal.ts";

/** The threads of calls (as `c`) that meet a condition, by when the first of those calls arrived. */
export async function findThreads(db: Db, condition: Sql, limit: number): Promise<string[]> {
  const rows = await db.query(sql`
    select ${columns({ threadId: text(sql`c.thread_id`) })} from call c
    where ${condition} and c.thread_id <> ''
    group by c.thread_id order by min(c.created_at), c.thread_id collate "C" limit ${limit}`);
  return rows.map(({ threadId }) => threadId);
}

const TURN = columns({ ...of("call c", "id", "createdAt"), threadId: text(sql`c.thread_id`) });
export type FoundTurn = RowOf<typeof TURN>;

/** The turns of threads, oldest first within each. */
export function findTurns(db: Db, projectId: string, threadIds: readonly string[]): Promise<FoundTurn[]> {
  return db.query(sql`
    select ${TURN} from call c
    where ${isTurn(sql`${projectId}`)} and c.thread_id = any(${[...threadIds]}::text[])
    order by c.thread_id, c.started_at, c.id collate "C"`);
}
