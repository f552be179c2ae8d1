import type { Ctx } from "#lib/context.ts";
import type { QueueItem } from "#lib/contract/queues.ts";
import { type Sql, sql } from "#lib/db/sql.ts";
import { utcText } from "#lib/db/utc-text.ts";

/** An item as the wire shows it, from `queue_item i`, its call `c` and the caller's own progress `mine`. */
export function itemColumns(project: Ctx["project"]): Sql {
  return sql`
    i.id, ${project.path} as "projectId", i.queue_id as "queueId", i.call_id as "callId",
    ${utcText(sql`i.call_started_at`)} as "callStartedAt",
    ${utcText(sql`coalesce(c.ended_at, i.call_ended_at)`)} as "callEndedAt",
    i.call_op_name as "callOpName", i.call_trace_id as "callTraceId", i.display_fields as "displayFields",
    i.added_by as "addedBy", i.added_by as "createdBy", i.annotation_state as "annotationState",
    i.annotator_user_id as "annotatorUserId", coalesce(mine.state, 'unstarted') as "myAnnotationState",
    i.created_at as "createdAt", i.updated_at as "updatedAt", i.deleted_at as "deletedAt"`;
}

/** A call that was running when it was added may have ended since, so its end is read from the call itself. */
export function itemJoins({ actor }: Pick<Ctx, "actor">): Sql {
  return sql`
    left join call c on c.project_id = i.project_id and c.id = i.call_id
    left join item_progress mine
      on mine.project_id = i.project_id and mine.item_id = i.id and mine.annotator_id = ${actor.userId}`;
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
