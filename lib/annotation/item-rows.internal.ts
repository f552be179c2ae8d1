import type { Ctx } from "#lib/access/context.ts";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { IS_DECIDED } from "./item-filter.internal.ts";
import { ANSWERS_WANTED } from "./slots.internal.ts";

/** An item as the wire shows it, from `queue_item i` and what `itemJoins` adds to it. */
export function itemColumns(project: Ctx["project"]): Sql {
  return sql`
    i.id, ${project.path} as "projectId", i.queue_id as "queueId", i.call_id as "callId",
    ${utcText(sql`i.call_started_at`)} as "callStartedAt",
    ${utcText(sql`coalesce(c.ended_at, i.call_ended_at)`)} as "callEndedAt",
    i.call_op_name as "callOpName", i.call_trace_id as "callTraceId", i.display_fields as "displayFields",
    i.added_by as "addedBy", i.added_by as "createdBy", i.annotation_state as "annotationState",
    i.annotator_user_id as "annotatorUserId", coalesce(mine.state, 'unstarted') as "myAnnotationState",
    i.priority, i.assigned_to as "assignedTo", i.pair_call_id as "pairCallId",
    work.answers as "answerCount", ${ANSWERS_WANTED} as "wantedAnswers", work.flags as "flagCount",
    ${IS_DECIDED} as "isDecided",
    i.created_at as "createdAt", i.updated_at as "updatedAt", i.deleted_at as "deletedAt"`;
}

/**
 * Joins an item's queue `q`, its call `c`, the caller's own progress `mine` and the sums of everybody's, `work`. A call that was running
 * when it was added may have ended since, so its end is read from the call itself.
 */
export function itemJoins({ actor }: Pick<Ctx, "actor">): Sql {
  return sql`
    join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
    left join call c on c.project_id = i.project_id and c.id = i.call_id
    left join item_progress mine
      on mine.project_id = i.project_id and mine.item_id = i.id and mine.annotator_id = ${actor.userId}
    cross join lateral (
      select (count(*) filter (where p.state = 'completed'))::int as answers,
        (count(*) filter (where p.is_flagged))::int as flags
      from item_progress p where p.project_id = i.project_id and p.item_id = i.id) work`;
}

/** One item, deleted or not; null when the queue has none of that id. */
export async function findItem(
  { db, actor, project }: Pick<Ctx, "db" | "actor" | "project">,
  itemId: string,
): Promise<QueueItem | null> {
  const [row] = await db.query<QueueItem>(
    sql`
      select ${itemColumns(project)}, null as "positionInQueue"
      from queue_item i ${itemJoins({ actor })}
      where i.project_id = ${project.id} and i.id = ${itemId}`,
    "find-queue-item",
  );
  return row ?? null;
}
