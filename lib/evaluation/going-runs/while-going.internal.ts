import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { type GoingRun, type GoingTable, nameOf, topicOf } from "./going-table.internal.ts";

/** Nothing large is written under this lock but the data of a job. */
const LIMITS = { timeoutMs: 60_000 };

/** Does `work` in one transaction that nobody else can have with this run, and only until it has ended. */
export function whileRunGoes(
  db: Db,
  table: GoingTable,
  { projectId, id }: GoingRun,
  work: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockRow(tx, table, { projectId, id });
    // The run that was just worked on is last again.
    const going = await tx.query(sql`
      update ${nameOf(table)}
      set state = 'running', next_attempt_at = clock_timestamp(), waiting_for = null, idle_rounds = 0
      where project_id = ${projectId} and id = ${id} and state in ('queued', 'running')
      returning 1`);
    if (going.length === 0) return false;
    await work(tx);
    await tellProject(tx, projectId, topicOf(table));
    return true;
  }, LIMITS);
}
