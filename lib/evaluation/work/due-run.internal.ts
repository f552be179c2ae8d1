import { IS_MEASURED } from "#lib/datasets/measured-version.ts";
import { takeDue } from "#lib/evaluation/going-runs/take-due.internal.ts";
import { columns, field, int, json, of, type RowOf, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

const RUNS_AT_ONCE = 8;
/** Answers of one run that are asked for together, and become visible together. */
const ANSWERS_AT_ONCE = 8;

const DUE = columns({
  ...of("evaluation_run n", "id", "projectId", "versionId", "subject", "modelId", "step", "samples", "seed"),
  ...of("evaluation_run n", "evaluationId", "idleRounds", "createdBy"),
  ...of("evaluation e", "graders", "sampling"),
  entity: field("project p", "entityName"),
  project: field("project p", "name"),
});
export type DueRun = RowOf<typeof DUE>;

/** Runs that may continue now, as many as there is room for beside those that are worked on. */
export async function findDueRuns(db: Db, working: readonly string[]): Promise<DueRun[]> {
  const limit = RUNS_AT_ONCE - working.length;
  const ids = limit > 0 ? await takeDue(db, "evaluation_run", { limit, besides: working }) : [];
  if (ids.length === 0) return [];
  return db.query(sql`
    select ${DUE}
    from evaluation_run n
    join evaluation e on e.project_id = n.project_id and e.id = n.evaluation_id
    join project p on p.id = n.project_id
    where n.id = any(${ids}::text[])`);
}

const PENDING = columns({
  ...of("dataset_row r", "position"),
  sample: int(sql`s.sample`),
  row: json(sql`t.val`),
  /** Threads and traces of the calls that the row was made from. */
  places: texts(sql`array(
    select distinct k.key
    from dataset_evidence x
    join call c on c.project_id = x.project_id and c.id = x.evidence_id
    cross join lateral (values ('thread ' || c.thread_id), ('trace ' || c.trace_id)) as k (key)
    where x.project_id = r.project_id and x.version_id = r.version_id and x.position = r.position
      and x.kind = 'call' and k.key is not null)`),
});
export type PendingAnswer = RowOf<typeof PENDING>;

/** The next answers that a run has no result of. */
export function findPending(db: Db, { id, projectId, versionId, samples }: DueRun): Promise<PendingAnswer[]> {
  return db.query(sql`
    select ${PENDING}
    from dataset_row r
    join dataset_version v on v.project_id = r.project_id and v.id = r.version_id
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    join table_row t on t.project_id = r.project_id and t.digest = r.row_digest
    cross join generate_series(0, ${samples}::int - 1) as s (sample)
    where r.project_id = ${projectId} and r.version_id = ${versionId} and ${IS_MEASURED}
      and not exists (
        select from evaluation_result o
        where o.project_id = r.project_id and o.run_id = ${id} and o.position = r.position and o.sample = s.sample)
    order by r.position, s.sample limit ${ANSWERS_AT_ONCE}`);
}
