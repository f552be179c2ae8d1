import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/**
 * Counts whose answers a version has, once its rows and their evidence are stored. Each row is looked up by its index (`offset 0`): the database knows
 * nothing yet of what was stored just now, and would compare all with all. Answers come in one order, so that two builds do not wait for each other in a circle.
 */
export async function storePeople(
  db: Db,
  { projectId, versionId }: { projectId: string; versionId: string },
): Promise<void> {
  const said = sql`
    e.project_id = ${projectId} and e.version_id = ${versionId} and e.user_id is not null and e.kind in ('answer', 'vote', 'decision')`;
  await db.query(sql`
    insert into dataset_person (project_id, user_id, version_id, answer_count, row_count, train_count)
    select e.project_id, e.user_id, e.version_id, count(distinct (e.kind, e.evidence_id)), count(distinct e.position),
      count(distinct e.position) filter (where not o.is_held_out)
    from dataset_evidence e
    cross join lateral (
      select * from dataset_row o
      where o.project_id = e.project_id and o.version_id = e.version_id and o.position = e.position offset 0) o
    where ${said}
    group by e.project_id, e.user_id, e.version_id
    on conflict (project_id, user_id, version_id) do update
    set answer_count = excluded.answer_count, row_count = excluded.row_count, train_count = excluded.train_count`);
  await db.query(sql`
    insert into dataset_answer (project_id, user_id, kind, evidence_id)
    select distinct e.project_id, e.user_id, e.kind, e.evidence_id from dataset_evidence e where ${said}
    order by e.user_id, e.kind, e.evidence_id
    on conflict do nothing`);
}
