import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** The condition on feedback (as `f`) that somebody retracted it, so that nothing is built from it. */
export const IS_RETRACTED: Sql = sql`exists (
  select from retraction r where r.project_id = f.project_id and r.lifted_at is null and ${meansFeedback(sql`r`)})`;

/** The same of a decision (as `d`). */
export const IS_DECISION_RETRACTED: Sql = sql`exists (
  select from retraction r where r.project_id = d.project_id and r.lifted_at is null and ${meansDecision(sql`r`)})`;

/** The condition that a retraction means feedback (as `f`); what it does not name restricts nothing. */
export function meansFeedback(r: Sql): Sql {
  return sql`
    (${r}.annotator_user_id is null or ${r}.annotator_user_id = f.user_id)
    and (cardinality(${r}.feedback_ids) = 0 or f.id = any(${r}.feedback_ids))
    and (cardinality(${r}.item_ids) = 0 or exists (
      select from queue_item i
      where i.project_id = f.project_id and i.id = any(${r}.item_ids) and i.queue_id = f.queue_id and f.call_id in (i.call_id, i.pair_call_id)))
    and (${r}.since is null or f.created_at >= ${r}.since) and (${r}.until is null or f.created_at < ${r}.until)`;
}

/** The same of a decision (as `d`), which is no feedback. */
export function meansDecision(r: Sql): Sql {
  return sql`
    cardinality(${r}.feedback_ids) = 0
    and (${r}.annotator_user_id is null or ${r}.annotator_user_id = d.decided_by)
    and (cardinality(${r}.item_ids) = 0 or d.item_id = any(${r}.item_ids))
    and (${r}.since is null or d.decided_at >= ${r}.since) and (${r}.until is null or d.decided_at < ${r}.until)`;
}

/** The condition on somebody's work on an item (as `p`) that all they answered to it is retracted. */
export const IS_WORK_RETRACTED: Sql = sql`exists (
  select from retraction r
  where r.project_id = p.project_id and r.lifted_at is null and cardinality(r.feedback_ids) = 0
    and (r.annotator_user_id is null or r.annotator_user_id = p.annotator_id)
    and (cardinality(r.item_ids) = 0 or p.item_id = any(r.item_ids))
    and (r.since is null or p.finished_at >= r.since) and (r.until is null or p.finished_at < r.until))`;
