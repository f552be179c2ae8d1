import type { Ctx } from "#lib/context.ts";
import { type Sql, sql } from "#lib/db/sql.ts";

/** The condition on feedback (as `f`) that the actor may see and change it: annotators their own, other roles all. */
export function visibleFeedback({ actor, project }: Pick<Ctx, "actor" | "project">): Sql {
  return project.role === "annotator" ? sql`f.user_id = ${actor.userId}` : sql`true`;
}
