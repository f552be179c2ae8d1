import type { Ctx } from "#lib/access/context.ts";
import { visibleItems } from "#lib/access/permissions/visible-queues.ts";
import { SCOPES_FOR_ANY_FEEDBACK } from "#lib/contract/access.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

type Reader = Pick<Ctx, "actor" | "project">;

/**
 * The condition on feedback (as `f`) that the actor may see it. Annotators see their own, and, where a queue of theirs is not blind, what
 * others said in it about its calls or outside of any queue; other roles see all.
 */
export function visibleFeedback(reader: Reader): Sql {
  if (reader.project.role !== "annotator") return sql`true`;
  return sql`(${ownFeedback(reader)} or exists (
    select from ${visibleItems(reader)}
      and (i.call_id = f.call_id or i.pair_call_id = f.call_id)
      and not q.is_blind and coalesce(f.queue_id = q.id, true)))`;
}

/** The condition on feedback (as `f`) that the actor may change or delete it: annotators their own, other roles all. */
export function ownFeedback(reader: Reader): Sql {
  return isOwnAlone(reader) ? sql`f.user_id = ${reader.actor.userId}` : sql`true`;
}

/** Whether the actor is limited to their own feedback: annotators, and keys that only have the annotation scope. */
export function isOwnAlone({ actor, project }: Reader): boolean {
  const { key } = actor;
  return (
    project.role === "annotator" ||
    (key !== null && !key.scopes.some((scope) => SCOPES_FOR_ANY_FEEDBACK.includes(scope)))
  );
}
