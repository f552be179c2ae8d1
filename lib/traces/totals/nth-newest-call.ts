import { columns, float, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { changesIn } from "./changes.internal.ts";

/** When the n-th newest call of a project started; null where it has fewer. The totals say in which hour that is, and only calls of that hour are read. */
export async function startOfNthNewest(db: Db, projectId: string, n: number): Promise<string | null> {
  const [hour] = await db.query(sql`
    with hours as (
      select start, sum(calls) as calls from (
        select start, calls from call_total where project_id = ${projectId} and start > '-infinity'
        union all
        select hour, calls from (${changesIn(
          sql`from (select * from call_change where project_id = ${projectId}) note`,
        )}) change) kept
      group by start having sum(calls) > 0),
    summed as (select start, calls, sum(calls) over (order by start desc) as up_to from hours)
    select ${columns({
      start: text(utcText(sql`start`)),
      place: float(sql`${n}::int8 - (up_to - calls)`),
    })}
    from summed where up_to >= ${n}::int8 order by start desc limit 1`);
  if (!hour) return null;
  const [call] = await db.query(sql`
    select ${columns({ startedAt: text(utcText(sql`c.started_at`)) })} from call c
    where c.project_id = ${projectId} and c.started_at is not null and c.deleted_at is null
      and c.started_at >= ${hour.start}::timestamptz and c.started_at < ${hour.start}::timestamptz + interval '1 hour'
    order by c.started_at desc offset ${hour.place - 1} limit 1`);
  return call?.startedAt ?? null;
}
