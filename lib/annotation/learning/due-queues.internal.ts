import { columns, of, type RowOf, time } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** So many answers are learned from at once, and fewer after the pause. */
const MANY_ANSWERS = 20;
const PAUSE = "30 seconds";
/** What was committed while a fit began to read may not have been seen. */
const OVERLAP = "2 seconds";

const DUE = columns({
  ...of("annotation_queue q", "projectId", "itemOrder", "showsSuggestions"),
  queueId: of("annotation_queue q", "id").id,
  /** What has changed since then is for the next fit. */
  seenAt: time(sql`clock_timestamp() - ${OVERLAP}::interval`),
});
export type LearningQueue = RowOf<typeof DUE>;

/** The queues that asked to be learned from and have changed: many answers since the last fit, or anything at all some time after it. */
export function dueQueues(db: Db): Promise<LearningQueue[]> {
  const answersSince = sql`
    select from item_progress p
    where p.project_id = q.project_id and p.queue_id = q.id and p.finished_at > l.seen_at`;
  const itemsSince = sql`
    select from queue_item i
    where i.project_id = q.project_id and i.queue_id = q.id and i.created_at > l.seen_at`;
  return db.query(sql`
    select ${DUE} from annotation_queue q
    left join queue_learning l on l.project_id = q.project_id and l.queue_id = q.id
    where q.deleted_at is null and not q.is_archived and (q.item_order = 'informative' or q.shows_suggestions)
      and (l.seen_at is null or q.updated_at > l.seen_at
        or (select count(*) from (${answersSince} limit ${MANY_ANSWERS}) newest) >= ${MANY_ANSWERS}
        or l.seen_at < clock_timestamp() - ${PAUSE}::interval and (exists (${answersSince}) or exists (${itemsSince})))
    order by l.seen_at nulls first, q.id`);
}
