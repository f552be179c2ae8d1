import { meansDecision, meansFeedback } from "#lib/annotation/evidence/retracted.ts";
import { IS_LEARNED } from "#lib/datasets/learned-rewards.internal.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** What evidence (as `e`) was made of, where it is still there. */
const WITH_SAID = sql`
      left join lateral (
        select * from feedback f
        where f.project_id = e.project_id and f.id = e.evidence_id and e.kind in ('answer', 'vote') offset 0) f on true
      left join lateral (
        select * from adjudication d
        where d.project_id = e.project_id and d.item_id = e.evidence_id and e.kind = 'decision' offset 0) d on true`;

/** Whether a retraction (as `r`) means that. */
const IS_MEANT = sql`case when f.id is not null then ${meansFeedback(sql`r`)}
          when d.item_id is not null then ${meansDecision(sql`r`)}
          else cardinality(r.item_ids) = 0 and r.since is null and r.until is null
            and (r.annotator_user_id is null or r.annotator_user_id = e.user_id)
            and (cardinality(r.feedback_ids) = 0 or e.evidence_id = any(r.feedback_ids)) end`;

/** The retractions of a project that nobody has lifted, as rows of their table. */
export function inForceIn(projectId: string): Sql {
  return sql`
    select r.annotator_user_id, r.item_ids, r.feedback_ids, r.since, r.until, r.in_force_since
    from retraction r where r.project_id = ${projectId} and r.lifted_at is null`;
}

/** What an index knows of evidence (as `e`) that a retraction (as `r`) can mean. */
export const MAY_BE_MEANT = sql`
    (r.annotator_user_id is null or e.user_id = r.annotator_user_id)
    and (cardinality(r.feedback_ids) = 0 or e.evidence_id = any(r.feedback_ids))`;

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
      ${WITH_SAID}
      where e.project_id = ${projectId} and e.kind in ('answer', 'vote', 'decision') and ${narrow} and ${IS_MEANT}
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

/**
 * A table to stand after `meant`: `affected_reward`, the replies whose rewards were made of what retractions mean and that a job learned from (`run_id`, `round`, `position`, `sample`, `job_id`), with
 * since when the oldest such retraction is in force. Of what was retracted before the rewards stood there is no evidence.
 */
export function affectedRewards(projectId: string, narrow: Sql): Sql {
  return sql`
    affected_reward as materialized (
      select e.run_id, e.round, e.position, e.sample, o.job_id, min(r.in_force_since) as in_force_since
      from rl_evidence e
      cross join meant r
      join rl_round o on o.project_id = e.project_id and o.run_id = e.run_id and o.round = e.round and o.job_id is not null
      ${WITH_SAID}
      where e.project_id = ${projectId} and ${narrow} and ${IS_MEANT} and ${IS_LEARNED}
      group by e.run_id, e.round, e.position, e.sample, o.job_id)`;
}
