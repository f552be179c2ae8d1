import type { Ctx } from "#lib/context.ts";
import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import { NotFound } from "#lib/errors.ts";

/** Refuses a queue that the project does not have or has deleted. */
export async function requireQueue(ctx: Pick<Ctx, "db" | "project">, queueId: string): Promise<void> {
  const found = await ctx.db.query(
    sql`select 1 from annotation_queue where project_id = ${ctx.project.id} and id = ${queueId} and deleted_at is null`,
    "require-queue",
  );
  if (found.length === 0) throw noSuchQueue(queueId);
}

/** As `requireQueue`, and nobody else changes the queue or adds to it before the transaction `db` ends. */
export async function lockQueue(
  db: Db,
  { projectId, queueId }: { projectId: string; queueId: string },
): Promise<void> {
  const found = await db.query(sql`
    select 1 from annotation_queue
    where project_id = ${projectId} and id = ${queueId} and deleted_at is null
    for no key update`);
  if (found.length === 0) throw noSuchQueue(queueId);
}

export function noSuchQueue(queueId: string): NotFound {
  return new NotFound(`Queue ${queueId} not found; it does not exist in this project or was deleted`);
}
