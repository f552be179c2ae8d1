import type { Ctx } from "#lib/access/context.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

type Reader = Pick<Ctx, "actor" | "project">;

/** The live items (as `i`) of live queues (as `q`) that the actor may know of, for use after `from`; add conditions with `and`. */
export function visibleItems(reader: Reader): Sql {
  return sql`
    annotation_queue q
    join queue_item i on i.project_id = q.project_id and i.queue_id = q.id
    where q.project_id = ${reader.project.id} and i.deleted_at is null and q.deleted_at is null and ${visibleQueues(reader)}`;
}

/** The condition on a queue (as `q`) that the actor may know of it. One with named annotators is not there for the others of their role. */
export function visibleQueues({ actor, project }: Reader): Sql {
  if (project.role !== "annotator") return sql`true`;
  return sql`(cardinality(q.annotator_ids) = 0 or ${actor.userId} = any(q.annotator_ids))`;
}
