import type { Ctx } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/**
 * The condition on a call (as `c`) that its reader may see it. Annotators see the calls of the queues that they see, both of a pair, and
 * whatever shares a trace or a conversation with one of them; other roles see all.
 */
export function reachableCalls(reader: Pick<Ctx, "actor" | "project">): Sql {
  if (reader.project.role !== "annotator") return sql`true`;
  const queued = queuedCalls(reader);
  return sql`(
    c.id in (select qc.id ${queued})
    or c.trace_id in (select qc.trace_id ${queued} and qc.trace_id is not null)
    or c.thread_id in (select qc.thread_id ${queued} and qc.thread_id is not null))`;
}

/** The calls (as `qc`) of the queues that a reader sees, each as often as queues have it; for use after `select`, add conditions with `and`. */
export function queuedCalls(reader: Pick<Ctx, "actor" | "project">): Sql {
  return sql`
    from annotation_queue q
    join queue_item i on i.project_id = q.project_id and i.queue_id = q.id
    cross join lateral unnest(array[i.call_id, i.pair_call_id]) as shown (call_id)
    join call qc on qc.project_id = i.project_id and qc.id = shown.call_id
    where q.project_id = ${reader.project.id} and i.deleted_at is null and q.deleted_at is null and ${visibleQueues(reader)}`;
}
