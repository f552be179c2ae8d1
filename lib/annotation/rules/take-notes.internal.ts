import { columns, text, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

export type Noted = { projectId: string; callIds: string[] };

/**
 * Takes up to `size` noted calls of the project whose note is the oldest; null where nothing is noted. A note of more calls stays, and keeps how many of
 * them were taken. Two workers never take the same: the second one waits for the rows of the first, and then reads what it left.
 */
export async function takeNotes(db: Db, size: number): Promise<Noted | null> {
  const [noted] = await db.query(sql`
    with head as (
      select id, project_id, call_ids, looked_at, cardinality(call_ids) - looked_at as waiting from rule_inbox
      where project_id = (select project_id from rule_inbox order by id limit 1)
      order by id limit ${size} for update),
    placed as (
      select *, sum(waiting) over (order by id) - waiting as before from head),
    taken as (
      select *, least(waiting, ${size} - before)::int as part from placed where before < ${size}),
    done as (
      delete from rule_inbox n using taken t where n.id = t.id and t.part = t.waiting),
    begun as (
      update rule_inbox n set looked_at = n.looked_at + t.part from taken t where n.id = t.id and t.part < t.waiting)
    select ${columns({ projectId: text(sql`t.project_id`), callIds: texts(sql`array_agg(distinct u.call_id)`) })}
    from taken t, unnest(t.call_ids[t.looked_at + 1 : t.looked_at + t.part]) as u(call_id)
    group by t.project_id`);
  return noted ?? null;
}
