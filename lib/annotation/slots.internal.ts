import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** How many answers an item (as `i`) of a queue (as `q`) wants; null for one of everybody. */
export const ANSWERS_WANTED: Sql = sql`answers_wanted(q.annotators_per_item, q.overlap_share, i.id)`;

/**
 * Whether an item (as `i`) of a queue (as `q`) has a slot for somebody: it has as many as it wants answers, and each other person with a
 * completed answer, a live reservation, or the item sent back to them takes one. Time is that of the database at this moment, not at the
 * transaction's start, which may lie long before the item's lock was got.
 */
export function hasSlotFor(annotatorId: string): Sql {
  return sql`(q.annotators_per_item is null or ${ANSWERS_WANTED} > (
    select count(*) from (
      select p.annotator_id from item_progress p
      where p.project_id = i.project_id and p.item_id = i.id and p.annotator_id <> ${annotatorId}
        and (p.state = 'completed' or ${isSentBack(sql`p`)})
      union
      select r.annotator_id from item_reservation r
      where r.project_id = i.project_id and r.item_id = i.id and r.annotator_id <> ${annotatorId}
        and r.expires_at > clock_timestamp()) taken))`;
}

/** Whether a lead sent the item back to the annotator of this progress, who has not answered again yet. */
export function isSentBack(progress: Sql): Sql {
  return sql`(${progress}.sent_back is not null and ${progress}.state in ('unstarted', 'in_progress'))`;
}

/** Whether somebody else has skipped an item (as `i`) of a queue (as `q`) that drops what is skipped. */
export function isDroppedByOthers(annotatorId: string): Sql {
  return sql`(q.skip_policy = 'drop' and exists (
    select from item_progress p
    where p.project_id = i.project_id and p.item_id = i.id and p.annotator_id <> ${annotatorId} and p.state = 'skipped'))`;
}

/** Whether an item (as `i`) is for somebody at all, whatever they have done with it. */
export function isFor(annotatorId: string): Sql {
  return sql`(i.assigned_to is null or i.assigned_to = ${annotatorId})`;
}
