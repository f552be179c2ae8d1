import type { Ctx } from "#lib/context.ts";
import { type Sql, sql } from "#lib/db/sql.ts";

/** The condition on a queue (as `q`) that the actor may know of it. One with named annotators is not there for the others of their role. */
export function visibleQueues({ actor, project }: Pick<Ctx, "actor" | "project">): Sql {
  if (project.role !== "annotator") return sql`true`;
  return sql`(cardinality(q.annotator_ids) = 0 or ${actor.userId} = any(q.annotator_ids))`;
}
