import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { type GoingRun, type GoingTable, nameOf } from "./going-table.internal.ts";

export type Pause = { seconds: number; waitingFor: string | null; isIdle?: boolean };

/** Looks at the run again after a while, and says what it waits for. */
export async function pauseRun(
  db: Db,
  table: GoingTable,
  { projectId, id }: GoingRun,
  { seconds, waitingFor, isIdle = false }: Pause,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx.query(sql`
      update ${nameOf(table)}
      set waiting_for = ${waitingFor}, idle_rounds = case when ${isIdle} then least(idle_rounds + 1, 30) else 0 end,
        next_attempt_at = clock_timestamp() + make_interval(secs => ${seconds})
      where project_id = ${projectId} and id = ${id} and state in ('queued', 'running')
      returning 1`);
    if (changed.length > 0 && waitingFor !== null) await tellProject(tx, projectId, "jobs");
  });
}
