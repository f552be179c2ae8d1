import type { Ctx } from "#lib/access/context.ts";
import type { BlindQueue } from "#lib/contract/evaluation/blind-queues.ts";
import { bool, columns, field, int, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

const QUEUE = columns({
  ...of("blind_queue b", "queueId", "runA", "runB", "differing", "same"),
  queueName: field("annotation_queue q", "name"),
  items: int(sql`work.items`),
  judged: int(sql`work.judged`),
  isDone: bool(sql`work.judged = work.items or q.is_archived or q.deleted_at is not null`),
});

/** Blind queues (as `b`) of the project that `condition` keeps, the oldest first. */
export function blindQueuesOf(
  { db, project }: Pick<Ctx, "db" | "project">,
  condition: Sql,
): Promise<BlindQueue[]> {
  return db.query(sql`
    select ${QUEUE}
    from blind_queue b
    join annotation_queue q on q.project_id = b.project_id and q.id = b.queue_id
    cross join lateral (
      select count(*) as items, count(*) filter (where not i.is_open) as judged
      from queue_item i
      where i.project_id = b.project_id and i.queue_id = b.queue_id and i.deleted_at is null) work
    where b.project_id = ${project.id} and ${condition}
    order by b.created_at, b.queue_id`);
}
