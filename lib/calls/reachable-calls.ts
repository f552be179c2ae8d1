import type { Project } from "#lib/context.ts";
import { type Sql, sql } from "#lib/db/sql.ts";

/**
 * The condition on a call (as `c`) that its reader may see it. Annotators see the calls of queues, and whatever shares a trace or a
 * conversation with one of them; other roles see all.
 */
export function reachableCalls({ id, role }: Project): Sql {
  if (role !== "annotator") return sql`true`;
  const queued = sql`
    from queue_item i
    join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
    join call qc on qc.project_id = i.project_id and qc.id = i.call_id
    where i.project_id = ${id} and i.deleted_at is null and q.deleted_at is null`;
  return sql`(
    c.id in (select qc.id ${queued})
    or c.trace_id in (select qc.trace_id ${queued} and qc.trace_id is not null)
    or c.thread_id in (select qc.thread_id ${queued} and qc.thread_id is not null))`;
}
