import { columns, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

const CALL = columns(of("call c", "id", "createdAt"));
export type FoundCall = RowOf<typeof CALL>;

/** The calls (as `c`) that meet a condition, in the order in which they arrived. */
export function findCalls(db: Db, condition: Sql, limit: number): Promise<FoundCall[]> {
  return db.query(sql`
    select ${CALL} from call c where ${condition} order by c.created_at, c.id collate "C" limit ${limit}`);
}
