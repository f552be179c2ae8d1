import type { Ctx } from "#lib/access/context.ts";
import type { Evaluation, WatchedModel } from "#lib/contract/evaluation/evaluations.ts";
import { columns, field, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { findRuns, readGraders, readSampling } from "./run-records.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

const EVALUATION = columns({
  ...of(
    "evaluation e",
    "id",
    "name",
    "datasetId",
    "version",
    "graders",
    "sampling",
    "isArchived",
    "createdBy",
    "createdAt",
  ),
  datasetName: field("dataset d", "name"),
  runCount: int(sql`(
    select count(*) from evaluation_run n where n.project_id = e.project_id and n.evaluation_id = e.id)`),
  lastRunId: orNull(
    text(sql`(
    select n.id from evaluation_run n where n.project_id = e.project_id and n.evaluation_id = e.id
    order by n.created_at desc, n.id desc limit 1)`),
  ),
});

/** Evaluations (as `e`) of the project that `condition` keeps, newest first. */
export async function findEvaluations(
  { db, project }: Place,
  condition: Sql,
  { limit = 1, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<Evaluation[]> {
  const records = await db.query(sql`
    select ${EVALUATION}
    from evaluation e join dataset d on d.project_id = e.project_id and d.id = e.dataset_id
    where e.project_id = ${project.id} and ${condition}
    order by e.created_at desc, e.id desc limit ${limit} offset ${offset}`);
  const lastIds = records.flatMap(({ lastRunId }) => lastRunId ?? []);
  const lastRuns = await findRuns({ db, project }, sql`n.id = any(${lastIds}::text[])`);
  const watched = await watchedModels(
    { db, project },
    records.map(({ id }) => id),
  );
  return records.map(({ lastRunId, graders, sampling, ...record }) => ({
    ...record,
    projectId: project.path,
    graders: readGraders(graders),
    sampling: readSampling(sampling),
    onCheckpoint: watched.get(record.id) ?? [],
    lastRun: lastRuns.find(({ id }) => id === lastRunId) ?? null,
  }));
}

const WATCHED = columns({
  ...of("evaluation_model w", "evaluationId", "modelId", "since", "addedBy"),
  modelName: field("model m", "name"),
});

async function watchedModels(
  { db, project }: Place,
  ids: readonly string[],
): Promise<Map<string, WatchedModel[]>> {
  const rows = await db.query(sql`
    select ${WATCHED}
    from evaluation_model w join model m on m.project_id = w.project_id and m.id = w.model_id
    where w.project_id = ${project.id} and w.evaluation_id = any(${[...ids]}::text[]) and m.deleted_at is null
    order by m.name, m.id`);
  const shown = rows.map(({ evaluationId, ...watched }) => ({ evaluationId, watched }));
  const byId = Map.groupBy(shown, ({ evaluationId }) => evaluationId);
  return new Map([...byId].map(([id, all]) => [id, all.map(({ watched }) => watched)]));
}

export async function requireEvaluation(place: Place, evaluationId: string): Promise<Evaluation> {
  const [evaluation] = await findEvaluations(place, sql`e.id = ${evaluationId}`);
  if (!evaluation)
    throw new NotFound(`Evaluation ${evaluationId} not found; it does not exist in this project`);
  return evaluation;
}
