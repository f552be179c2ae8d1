import type { Ctx } from "#lib/access/context.ts";
import { ANNOTATION_PREFIX } from "#lib/annotation/annotation-prefix.internal.ts";
import { refreshItems } from "#lib/annotation/refresh-items.internal.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { showReopened } from "./reopen-items.internal.ts";

/** Feedback of one kind that somebody gave in a queue, and that was deleted. */
export type LostAnswer = { queueId: string; callId: string; userId: string; feedbackType: string };

/**
 * Makes unstarted what annotators completed and what does not stand without the deleted feedback: a required question or the verdict of a
 * pair is unanswered now, or all questions are, or nothing is left of what was said. An annotator who did not delete it sees a note. Says whether
 * anything changed.
 */
export async function reopenUnanswered(
  { db, actor, project }: Pick<Ctx, "db" | "actor" | "project">,
  lost: readonly LostAnswer[],
): Promise<boolean> {
  if (lost.length === 0) return false;
  const column = (of: (one: LostAnswer) => string) => sql`${lost.map(of)}::text[]`;
  const left = sql`
    select from feedback f
    where f.project_id = p.project_id and f.queue_id = p.queue_id and f.user_id = p.annotator_id
      and f.call_id in (i.call_id, i.pair_call_id)`;
  const isAnswer = (type: Sql) =>
    sql`(starts_with(${type}, ${ANNOTATION_PREFIX}) or ${type} = ${PREFERENCE_TYPE})`;
  const { itemIds } = await showReopened(
    db,
    project.id,
    sql`
      update item_progress p
      set state = 'unstarted', revision = p.revision + 1, finished_at = null,
        sent_back = case when p.annotator_id <> ${actor.userId} then ${SENT_BACK} end, updated_at = clock_timestamp()
      from unnest(${column(({ queueId }) => queueId)}, ${column(({ callId }) => callId)}, ${column(({ userId }) => userId)},
          ${column(({ feedbackType }) => feedbackType)}) as lost (queue_id, call_id, user_id, type)
        join annotation_queue q on q.project_id = ${project.id} and q.id = lost.queue_id
        join queue_item i on i.project_id = ${project.id} and i.queue_id = lost.queue_id and i.deleted_at is null
          and lost.call_id in (i.call_id, i.pair_call_id)
      where p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = lost.user_id and p.state = 'completed'
        and (not exists (${left})
          or ${isAnswer(sql`lost.type`)} and not exists (${left} and ${isAnswer(sql`f.feedback_type`)})
          or not exists (${left} and f.feedback_type = lost.type)
            and (lost.type = ${PREFERENCE_TYPE} and i.pair_call_id is not null
              or lost.type in (
                select ${ANNOTATION_PREFIX} || substring(required.ref from '/object/([^/:]+)')
                from unnest(q.required_refs) as required (ref))))`,
  );
  if (itemIds.length > 0) await refreshItems(db, { projectId: project.id, itemIds });
  return itemIds.length > 0;
}

const SENT_BACK = "An answer of yours to this item was deleted; answer it again.";
