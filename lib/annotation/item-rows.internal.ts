import type { Ctx } from "#lib/access/context.ts";
import { allows } from "#lib/access/permissions/require-project.ts";
import type { AnnotationState, QueueItem } from "#lib/contract/annotation/queues.ts";
import { bool, columns, field, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { AWAITED, askedBy } from "./awaited.internal.ts";
import { IS_DECIDED } from "./item-filter.internal.ts";
import { ANSWERS_WANTED } from "./slots.internal.ts";

/** An item as the wire shows it, from `queue_item i` and what `itemJoins` adds to it. */
export function itemColumns({ actor, project }: Pick<Ctx, "actor" | "project">) {
  const seesRuns = allows(actor, project, "training:read");
  return { ...ITEM, projectId: text(sql`${project.path}`), askedBy: askedBy(seesRuns) };
}

const ITEM = {
  ...of("queue_item i", "id", "queueId", "callId", "callOpName", "callTraceId", "displayFields", "addedBy"),
  ...of("queue_item i", "annotatorUserId", "priority", "assignedTo", "pairCallId", "createdAt", "updatedAt"),
  ...of("queue_item i", "deletedAt", "ruleId"),
  ruleName: orNull(
    text(sql`(select r.name from queue_rule r where r.project_id = i.project_id and r.id = i.rule_id)`),
  ),
  createdBy: field("queue_item i", "addedBy"),
  callStartedAt: text(utcText(sql`i.call_started_at`)),
  isCallUndated: bool(sql`coalesce(c.is_undated, false)`),
  callEndedAt: orNull(text(utcText(sql`coalesce(c.ended_at, i.call_ended_at)`))),
  annotationState: text<AnnotationState>(sql`i.annotation_state`),
  myAnnotationState: text<AnnotationState>(sql`coalesce(mine.state, 'unstarted')`),
  answerCount: int(sql`work.answers`),
  wantedAnswers: orNull(int(ANSWERS_WANTED)),
  flagCount: int(sql`work.flags`),
  isDecided: bool(IS_DECIDED),
  awaited: AWAITED,
};

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
  const [row] = await db.query(
    sql`
      select ${columns(itemColumns({ actor, project }))}
      from queue_item i ${itemJoins({ actor })}
      where i.project_id = ${project.id} and i.id = ${itemId}`,
    "find-queue-item",
  );
  return row ? { ...row, positionInQueue: null } : null;
}
