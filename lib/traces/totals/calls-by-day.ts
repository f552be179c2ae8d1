import { columns, float, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { changesIn } from "./changes.internal.ts";

/** `2026-11-29`, in UTC, with the calls that started in it and the bytes of their documents. */
export type DayOfCalls = { day: string; calls: number; bytes: number };

/** The days that have calls, the oldest first, from the totals of their hours and what was noted since: no call is read. */
export async function callsByDay(db: Db, projectId: string): Promise<DayOfCalls[]> {
  return db.query(sql`
    select ${columns({
      day: text(sql`to_char(date_trunc('day', start at time zone 'UTC'), 'YYYY-MM-DD')`),
      calls: float(sql`sum(calls)`),
      bytes: float(sql`sum(bytes)`),
    })}
    from (
      select start, calls, bytes from call_total where project_id = ${projectId} and start > '-infinity'
      union all
      select hour, calls, bytes from (${changesIn(
        sql`from (select * from call_change where project_id = ${projectId}) note`,
      )}) change) kept
    group by 1 having sum(calls) > 0 order by 1`);
}
