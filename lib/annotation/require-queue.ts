import type { Ctx } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

type Reader = Pick<Ctx, "db" | "actor" | "project">;

/** Refuses a queue that the project does not have or has deleted, and one that the actor is not to know of. */
export async function requireQueue(ctx: Reader, queueId: string): Promise<void> {
  const found = await ctx.db.query(
    sql`
      select 1 from annotation_queue q
      where q.project_id = ${ctx.project.id} and q.id = ${queueId} and q.deleted_at is null and ${visibleQueues(ctx)}`,
    ctx.project.role === "annotator" ? "require-queue-as-annotator" : "require-queue",
  );
  if (found.length === 0) throw noSuchQueue(queueId);
}

/** As `requireQueue`, and nobody else changes the queue or adds to it before the transaction `db` ends; for those who see every queue. */
export async function lockQueue(
  db: Db,
  { projectId, queueId }: { projectId: string; queueId: string },
): Promise<{ kind: Queue["kind"] }> {
  const [found] = await db.query(sql`
    select ${columns(of("annotation_queue", "kind"))} from annotation_queue
    where project_id = ${projectId} and id = ${queueId} and deleted_at is null
    for no key update`);
  if (!found) throw noSuchQueue(queueId);
  return found;
}

export function noSuchQueue(queueId: string): NotFound {
  return new NotFound(`Queue ${queueId} not found; it does not exist in this project or was deleted`);
}
