import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { toModelRow } from "#lib/models/open-model.ts";
import { columns, field, int, of, orNull, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { toModel } from "./model-shape.internal.ts";

/** As `findModelsWithSteps`, the one of that id. */
export async function findModelWithSteps(db: Db, id: string): Promise<ModelWithSteps | undefined> {
  const [model] = await findModelsWithSteps(db, { where: sql`m.id = ${id}` });
  return model;
}

type Filter = { where: Sql; order?: Sql; limit?: number };

/** Models that are not deleted, each with what its checkpoints and jobs amount to; `where` speaks of `model m` and `project p`. */
export async function findModelsWithSteps(
  db: Db,
  { where, order = sql`m.id`, limit }: Filter,
): Promise<ModelWithSteps[]> {
  const rows = await db.query(sql`
    select ${MODEL}
    from model m
    join project p on p.id = m.project_id
    cross join lateral (
      select count(*)::integer as count from checkpoint c
      where c.project_id = m.project_id and c.model_id = m.id and c.deleted_at is null) steps
    left join lateral (
      select c.step, c.created_at from checkpoint c
      where c.project_id = m.project_id and c.model_id = m.id and c.deleted_at is null and c.corrupt_at is null and not c.is_interim
      order by c.step desc limit 1) latest on true
    cross join lateral (
      select count(*)::integer as count from training_job j
      where j.model_id = m.id and j.state in ('queued', 'validating', 'running', 'cancelling')) jobs
    left join lateral (
      select j.id, j.kind, j.state, j.step from training_job j
      where j.project_id = m.project_id and j.model_id = m.id order by j.position desc limit 1) last on true
    where m.deleted_at is null and ${where}
    order by ${order}
    ${limit === undefined ? empty : sql`limit ${limit}`}`);
  return rows.map(toModelWithSteps);
}

const MODEL = columns({
  ...of("model m", "id", "projectId", "name", "baseModel", "baseParameters"),
  ...of("model m", "trainingMode", "loraRank", "loraAlpha"),
  ...of("model m", "createdBy", "createdAt", "deletedAt"),
  entity: field("project p", "entityName"),
  project: field("project p", "name"),
  latestStep: orNull(field("checkpoint latest", "step")),
  latestStepAt: orNull(field("checkpoint latest", "createdAt")),
  checkpointCount: int(sql`steps.count`),
  unendedJobs: int(sql`jobs.count`),
  jobId: orNull(field("training_job last", "id")),
  jobKind: orNull(field("training_job last", "kind")),
  jobState: orNull(field("training_job last", "state")),
  jobStep: orNull(field("training_job last", "step")),
});

type Row = RowOf<typeof MODEL>;

function toModelWithSteps(row: Row): ModelWithSteps {
  const { entity, project, latestStep, latestStepAt, checkpointCount, unendedJobs } = row;
  const model = toModel(toModelRow(row), { entity, name: project });
  const projectId = `${entity}/${project}`;
  const counts = { checkpointCount, unendedJobs };
  return { ...model, projectId, latestStep, latestStepAt, ...counts, lastJob: lastJobOf(row) };
}

/** Its columns are null together. */
function lastJobOf({ jobId, jobKind, jobState, jobStep }: Row): ModelWithSteps["lastJob"] {
  if (jobId === null || jobKind === null || jobState === null) return null;
  return { id: jobId, kind: jobKind, state: jobState, step: jobStep ?? 0 };
}
