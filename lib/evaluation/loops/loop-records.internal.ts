import type { Ctx } from "#lib/access/context.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { answersAfter } from "#lib/datasets/answers-after.ts";
import { columns, field, int, of, orNull, type RowOf, text, time } from "#lib/platform/db/columns.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { readParts, readWhen } from "./loop-parts.internal.ts";
import { findLoopRuns } from "./loop-run-records.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

/** Answers in the queues of the dataset (as `d`) since the loop's (as `l`) last run began, counted no further than it waits for. */
export const NEW_ANSWERS: Sql = sql`(
  select count(*) from (
    select from ${answersAfter(sql`l.answers_since`)} limit (l.begins ->> 'count')::int) counted)`;

const LOOP = columns({
  ...of("loop l", "id", "name", "datasetId", "begins", "train", "measure", "promote", "maxJobs", "isPaused"),
  ...of("loop l", "problem", "nextAt", "createdBy", "createdAt", "updatedBy", "updatedAt"),
  datasetName: field("dataset d", "name"),
  modelName: field("model m", "name"),
  evaluationName: orNull(field("evaluation e", "name")),
  newAnswers: orNull(int(sql`case when l.begins ->> 'kind' = 'answers' then ${NEW_ANSWERS} end`)),
  jobsOfDay: int(sql`(
    select count(*) from loop_run r
    where r.project_id = l.project_id and r.loop_id = l.id and r.trained_at > now() - interval '1 day')`),
  nextJobAt: orNull(
    time(sql`(
    select r.trained_at + interval '1 day' from loop_run r
    where r.project_id = l.project_id and r.loop_id = l.id and r.trained_at > now() - interval '1 day'
    order by r.trained_at desc offset l.max_jobs - 1 limit 1)`),
  ),
  lastRunId: orNull(
    text(sql`(
    select r.id from loop_run r where r.project_id = l.project_id and r.loop_id = l.id
    order by r.created_at desc, r.id desc limit 1)`),
  ),
});

/** Loops (as `l`) of the project that `condition` keeps, by name. */
export async function findLoops(
  { db, project }: Place,
  condition: Sql,
  { limit = 1, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<Loop[]> {
  const records = await db.query(sql`
    select ${LOOP}
    from loop l
    join dataset d on d.project_id = l.project_id and d.id = l.dataset_id
    join model m on m.project_id = l.project_id and m.id = l.model_id
    left join evaluation e on e.project_id = l.project_id and e.id = l.evaluation_id
    where l.project_id = ${project.id} and l.deleted_at is null and ${condition}
    order by lower(l.name), l.id limit ${limit} offset ${offset}`);
  const lastIds = records.flatMap(({ lastRunId }) => lastRunId ?? []);
  const lastRuns = await findLoopRuns({ db, project }, sql`n.id = any(${lastIds}::text[])`, {
    limit: lastIds.length,
  });
  return records.map((record) => ({
    ...toLoop(record, project.path),
    lastRun: lastRuns.find(({ id }) => id === record.lastRunId) ?? null,
  }));
}

function toLoop(record: RowOf<typeof LOOP>, projectId: string): Omit<Loop, "lastRun"> {
  const { begins, train: _train, measure: _measure, promote: _promote, lastRunId: _, ...facts } = record;
  const { train, measure, promote } = readParts(record);
  return {
    ...facts,
    projectId,
    when: readWhen(begins),
    train,
    ...(measure ? { measure } : {}),
    ...(promote ? { promote } : {}),
  };
}

/** Deleted ones are gone, and live on only as the origin of what their runs made. */
export async function requireLoop(place: Place, loopId: string): Promise<Loop> {
  const [loop] = await findLoops(place, sql`l.id = ${loopId}`);
  if (!loop) throw new NotFound(`Loop ${loopId} not found; it does not exist in this project`);
  return loop;
}

/** As `requireLoop`, and nobody else changes it, or begins a run of it, before the transaction ends. */
export async function lockLoop(place: Place, loopId: string): Promise<Loop> {
  await lockRow(place.db, "loop", { projectId: place.project.id, id: loopId });
  return requireLoop(place, loopId);
}
