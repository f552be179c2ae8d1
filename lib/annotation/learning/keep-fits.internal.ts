import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import type { LearningQueue } from "./due-queues.internal.ts";
import type { KeptFit } from "./fit-fields.internal.ts";

/** Notes what was learned of a queue, and that its changes so far were looked at. A queue that was deleted since is left alone. */
export async function keepFits(
  db: Db,
  { projectId, queueId, seenAt }: LearningQueue,
  fits: readonly KeptFit[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`
      insert into queue_learning (project_id, queue_id, seen_at, fits)
      select q.project_id, q.id, ${seenAt}, ${JSON.stringify(fits)}::json from annotation_queue q
      where q.project_id = ${projectId} and q.id = ${queueId} and q.deleted_at is null
      on conflict (project_id, queue_id) do update set seen_at = excluded.seen_at, fits = excluded.fits`);
    await tellProject(tx, projectId, "queues");
  });
}
