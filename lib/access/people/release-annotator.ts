import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

/** Gives back every item that someone holds, in every project, for others to take at once. */
export async function releaseAnnotator(db: Db, annotatorId: string): Promise<void> {
  const released = await db.query<{ project_id: string }>(
    sql`delete from item_reservation where annotator_id = ${annotatorId} returning project_id`,
  );
  for (const projectId of new Set(released.map((row) => row.project_id)))
    await tellProject(db, projectId, "queues");
}
