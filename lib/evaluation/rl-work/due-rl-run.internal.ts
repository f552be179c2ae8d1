import { IS_PROMPT } from "#lib/datasets/prompted-version.ts";
import { takeDue } from "#lib/evaluation/going-runs/take-due.internal.ts";
import { columns, field, int, json, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

const RUNS_AT_ONCE = 4;

const DUE = columns({
  ...of("rl_run n", "id", "projectId", "name", "modelId", "versionId", "prompts", "startStep", "guardRunId"),
  ...of("rl_run n", "isStopping", "idleRounds", "createdBy", "startedAt"),
  ...of("rl_run n", "graders", "config", "guard", "budget", "human"),
  modelName: field("model m", "name"),
  entity: field("project p", "entityName"),
  project: field("project p", "name"),
});
export type DueRlRun = RowOf<typeof DUE>;

/** Runs that may continue now. */
export async function findDueRlRuns(db: Db): Promise<DueRlRun[]> {
  const ids = await takeDue(db, "rl_run", { limit: RUNS_AT_ONCE });
  if (ids.length === 0) return [];
  return db.query(sql`
    select ${DUE}
    from rl_run n
    join model m on m.project_id = n.project_id and m.id = n.model_id
    join project p on p.id = n.project_id
    where n.id = any(${ids}::text[])`);
}

const PENDING = columns({ ...of("dataset_row r", "position"), row: json(sql`w.val`) });
export type PendingPrompt = RowOf<typeof PENDING>;

/** The next rows of a round that have no answers yet. */
export function findPendingPrompts(
  db: Db,
  { id, projectId, versionId }: DueRlRun,
  { round, limit }: { round: number; limit: number },
): Promise<PendingPrompt[]> {
  return db.query(sql`
    select ${PENDING}
    from rl_round o
    cross join lateral unnest(o.positions) with ordinality as a (position, place)
    join dataset_row r on r.project_id = o.project_id and r.version_id = ${versionId} and r.position = a.position
    join table_row w on w.project_id = r.project_id and w.digest = r.row_digest
    where o.project_id = ${projectId} and o.run_id = ${id} and o.round = ${round}::int
      and not exists (
        select from rl_rollout t
        where t.project_id = o.project_id and t.run_id = o.run_id and t.round = o.round and t.position = a.position)
    order by a.place limit ${limit}`);
}

/**
 * The rows that a round asks: all rows once in an order of their own, in rounds as equal as can be, then all of them again in another order.
 */
export async function rowsOfRound(
  db: Db,
  { projectId, versionId, prompts }: DueRlRun,
  { round, perRound, seed }: { round: number; perRound: number; seed: number },
): Promise<number[]> {
  const rounds = Math.max(1, Math.ceil(prompts / perRound));
  const size = Math.ceil(prompts / rounds);
  const pass = Math.floor((round - 1) / rounds);
  const rows = await db.query(sql`
    select ${columns({ position: int(sql`r.position`) })}
    from dataset_row r
    join dataset_version v on v.project_id = r.project_id and v.id = r.version_id
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where r.project_id = ${projectId} and r.version_id = ${versionId} and ${IS_PROMPT}
    order by md5(${`${seed} ${pass} `} || r.row_digest || ' ' || r.position), r.position
    limit ${size} offset ${((round - 1) % rounds) * size}`);
  return rows.map(({ position }) => position);
}
