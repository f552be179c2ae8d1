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
 * such rows of other versions. Of answers that are gone nobody knows the item or the time any more; they count where neither is asked for.
 */
export function affectedRows(projectId: string, { retractions, narrow = sql`true` }: Meant): Sql {
  return sql`
    meant as materialized (${retractions}),
    affected as (
      select e.version_id, e.position
      from dataset_evidence e
      cross join meant r
      left join feedback f on f.project_id = e.project_id and f.id = e.evidence_id and e.kind in ('answer', 'vote')
      left join adjudication d on d.project_id = e.project_id and d.item_id = e.evidence_id and e.kind = 'decision'
      where e.project_id = ${projectId} and e.kind in ('answer', 'vote', 'decision') and ${narrow}
        and case when f.id is not null then ${meansFeedback(sql`r`)}
          when d.item_id is not null then ${meansDecision(sql`r`)}
          else cardinality(r.item_ids) = 0 and r.since is null and r.until is null
            and (r.annotator_user_id is null or r.annotator_user_id = e.user_id)
            and (cardinality(r.feedback_ids) = 0 or e.evidence_id = any(r.feedback_ids)) end
      union
      select e.version_id, e.position
      from affected a
      join dataset_version v on v.project_id = ${projectId} and v.id = a.version_id
      join dataset_row o on o.project_id = ${projectId} and o.version_id = a.version_id and o.position = a.position
      join dataset_evidence e on e.project_id = ${projectId} and e.kind = 'version' and e.evidence_id = v.object_digest
        and e.content_hash = convert_to(o.row_digest, 'UTF8'))`;
}
