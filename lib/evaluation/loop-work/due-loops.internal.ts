import { takeDue } from "#lib/evaluation/going-runs/take-due.internal.ts";
import { NEW_ANSWERS } from "#lib/evaluation/loops/loop-records.internal.ts";
import { bool, columns, field, int, of, orNull, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

const LOOPS_AT_ONCE = 20;
const RUNS_AT_ONCE = 8;

const BEGINNING = columns({ ...of("loop l", "id", "projectId", "begins", "updatedBy") });
export type BeginningLoop = RowOf<typeof BEGINNING>;

/** Loops at work, without a run, whose time has come or whose answers are there; of this id alone, where one is named. */
export function findBeginning(db: Db, id: string | null = null): Promise<BeginningLoop[]> {
  return db.query(sql`
    select ${BEGINNING}
    from loop l
    join dataset d on d.project_id = l.project_id and d.id = l.dataset_id
    join project p on p.id = l.project_id
    where not l.is_paused and l.deleted_at is null and p.deleted_at is null and (${id}::text is null or l.id = ${id}::text)
      and not exists (
        select from loop_run n
        where n.project_id = l.project_id and n.loop_id = l.id and n.state in ('queued', 'running'))
      and case when l.begins ->> 'kind' = 'answers' then ${NEW_ANSWERS} >= (l.begins ->> 'count')::int
        else l.next_at <= clock_timestamp() end
    order by l.next_at nulls first, l.id limit ${LOOPS_AT_ONCE}`);
}

const DUE = columns({
  ...of("loop_run n", "id", "projectId", "loopId", "trigger", "datasetId", "train", "measure", "promote"),
  ...of("loop_run n", "versionId", "jobId", "step", "comparedStep", "evaluationRunIds", "gain"),
  ...of("loop_run n", "idleRounds", "createdBy"),
  loopName: field("loop l", "name"),
  maxJobs: field("loop l", "maxJobs"),
  datasetName: field("dataset d", "name"),
  version: orNull(field("dataset_version v", "number")),
  /** Whether an earlier run learned from the same version in the same way, and came to an end. */
  isLearned: bool(sql`exists (
    select from loop_run o
    where o.project_id = n.project_id and o.loop_id = n.loop_id and o.id <> n.id and o.version_id = n.version_id
      and o.job_id is not null and o.state = 'completed' and o.train::text = n.train::text)`),
  /** Jobs that the loop made in the last 24 hours. */
  jobsOfDay: int(sql`(
    select count(*) from loop_run o
    where o.project_id = n.project_id and o.loop_id = n.loop_id and o.trained_at > now() - interval '1 day')`),
  entity: field("project p", "entityName"),
  project: field("project p", "name"),
});
export type DueLoopRun = RowOf<typeof DUE>;

/** Runs that may continue now. */
export async function findDueLoopRuns(db: Db): Promise<DueLoopRun[]> {
  const ids = await takeDue(db, "loop_run", { limit: RUNS_AT_ONCE });
  if (ids.length === 0) return [];
  return db.query(sql`
    select ${DUE}
    from loop_run n
    join loop l on l.project_id = n.project_id and l.id = n.loop_id
    join dataset d on d.project_id = n.project_id and d.id = n.dataset_id
    join project p on p.id = n.project_id
    left join dataset_version v on v.project_id = n.project_id and v.id = n.version_id
    where n.id = any(${ids}::text[])`);
}
