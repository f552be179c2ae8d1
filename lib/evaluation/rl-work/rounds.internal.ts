import { columns, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { DueRlRun } from "./due-rl-run.internal.ts";

const ROUND = columns({
  ...of("rl_round o", "round", "fromStep", "toStep", "jobId", "guardRunId", "startedAt", "endedAt"),
  ...of("rl_round o", "parkedAt", "settledAt"),
});
export type Round = RowOf<typeof ROUND>;

/** The rounds of a run, the newest first. */
export function roundsOf(db: Db, { projectId, id }: DueRlRun): Promise<Round[]> {
  return db.query(sql`
    select ${ROUND} from rl_round o
    where o.project_id = ${projectId} and o.run_id = ${id} order by o.round desc`);
}

/** As `roundsOf`, in one statement with a key. */
export function keyOf({ projectId, id }: DueRlRun, { round }: Pick<Round, "round">) {
  return { projectId_runId_round: { projectId, runId: id, round } };
}
