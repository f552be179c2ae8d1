import { bool, columns } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { type GoingRun, type GoingTable, nameOf, topicOf } from "./going-table.internal.ts";

const NEWS = columns({ isNews: bool(sql`before.waiting_for is distinct from t.waiting_for`) });

export type Pause = { seconds: number; waitingFor: string | null; isIdle?: boolean };

/** Looks at the run again after a while, and says what it waits for. */
export async function pauseRun(
  db: Db,
  table: GoingTable,
  { projectId, id }: GoingRun,
  { seconds, waitingFor, isIdle = false }: Pause,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [paused] = await tx.query(sql`
      update ${nameOf(table)} t
      set waiting_for = ${waitingFor}, idle_rounds = case when ${isIdle} then least(t.idle_rounds + 1, 30) else 0 end,
        next_attempt_at = clock_timestamp() + make_interval(secs => ${seconds})
      from (select waiting_for from ${nameOf(table)} where project_id = ${projectId} and id = ${id} for update) before
      where t.project_id = ${projectId} and t.id = ${id} and t.state in ('queued', 'running')
      returning ${NEWS}`);
    // It is looked at again each second, and only what is new is news.
    if (paused?.isNews) await tellProject(tx, projectId, topicOf(table));
  });
}
