import { meansDecision, meansFeedback } from "#lib/annotation/evidence/retracted.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

type Meant = {
  /** Retractions, as rows of their table. */
  retractions: Sql;
  /** A condition on evidence (as `e`) that all of them have, for an index. */
  narrow?: Sql;
};

/**
 * Tables to stand after `with recursive`: `affected`, the rows of versions (`version_id`, `position`) that were made of what retractions mean, and of
 * such rows of other versions, once for each moment since which a retraction of them is in force (`in_force_since`). Each is looked up by an index (`offset 0`), whatever the database knows of new tables. Of answers that are gone nobody knows the item or the time any more; they count where neither is asked for.
 */
export function affectedRows(projectId: string, { retractions, narrow = sql`true` }: Meant): Sql {
  return sql`
    meant as materialized (${retractions}),
    affected as (
      select e.version_id, e.position, r.in_force_since
      from dataset_evidence e
      cross join meant r
      left join lateral (
        select * from feedback f
        where f.project_id = e.project_id and f.id = e.evidence_id and e.kind in ('answer', 'vote') offset 0) f on true
      left join lateral (
        select * from adjudication d
        where d.project_id = e.project_id and d.item_id = e.evidence_id and e.kind = 'decision' offset 0) d on true
      where e.project_id = ${projectId} and e.kind in ('answer', 'vote', 'decision') and ${narrow}
        and case when f.id is not null then ${meansFeedback(sql`r`)}
          when d.item_id is not null then ${meansDecision(sql`r`)}
          else cardinality(r.item_ids) = 0 and r.since is null and r.until is null
            and (r.annotator_user_id is null or r.annotator_user_id = e.user_id)
            and (cardinality(r.feedback_ids) = 0 or e.evidence_id = any(r.feedback_ids)) end
      union
      select e.version_id, e.position, a.in_force_since
      from affected a
      cross join lateral (
        select * from dataset_version v where v.project_id = ${projectId} and v.id = a.version_id offset 0) v
      cross join lateral (
        select * from dataset_row o
        where o.project_id = ${projectId} and o.version_id = a.version_id and o.position = a.position offset 0) o
      cross join lateral (
        select * from dataset_evidence e
        where e.project_id = ${projectId} and e.evidence_id = v.object_digest
          and e.content_hash = convert_to(o.row_digest, 'UTF8') and e.kind = 'version' offset 0) e)`;
}
