import type { AccountCtx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getTrainingQueue as contract, QueuedJob } from "#lib/contract/training/training-queue.ts";
import { bool, columns, field, float, json, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import {
  type JobTimes,
  timesOfQueue,
  UNKNOWN_TIMES,
} from "#lib/training/estimate/times-of-queue.internal.ts";
import { IN_TURN, OF_ONE_PERSON } from "#lib/training/jobs/turns/turns.ts";

const MAX_WAITING = 100;
/** Events of a job that are looked at for its pace, the newest ones. */
const PACE_EVENTS = 80;

export async function getTrainingQueue(
  ctx: AccountCtx,
  { projectId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const readable = new Set(await readableProjects(ctx, projectId));
  const rows = await unendedJobs(ctx.db);
  const running = rows.filter(({ isTaken }) => isTaken);
  const waiting = rows.filter(({ isTaken }) => !isTaken).slice(0, MAX_WAITING);
  const shown = (row: Row, times: JobTimes) => queuedJob(row, { times, isNamed: readable.has(row.project) });
  const foreseen = await timesOfQueue(ctx.db, running, waiting);
  return {
    running: running.map((row, at) => shown(row, foreseen[at] ?? UNKNOWN_TIMES)),
    waiting: waiting.map((row, at) => shown(row, foreseen[running.length + at] ?? UNKNOWN_TIMES)),
    waitingCount: rows.length - running.length,
  };
}

async function readableProjects({ db, actor }: AccountCtx, path: string | undefined): Promise<string[]> {
  if (path !== undefined) await requireProject(db, actor, { path, permission: "training:read" });
  return (await allowedProjects(db, actor, "training:read")).map(({ id }) => id);
}

const JOB = columns({
  ...of("training_job j", "id", "name", "state", "step", "totalSteps"),
  project: field("project p", "id"),
  projectId: text(sql`p.entity_name || '/' || p.name`),
  modelId: field("model m", "id"),
  modelName: field("model m", "name"),
  mode: field("model m", "trainingMode"),
  ...of("model m", "baseModel"),
  isTaken: bool(sql`j.state <> 'queued'`),
  config: json<{ n_epochs?: number }>(sql`j.config`),
  /** Since its turn began. */
  seconds: orNull(float(sql`extract(epoch from now() - j.turn_at)`)),
  /** When its newest steps were done, in seconds; null where something came between them. */
  moments: json<(number | null)[]>(sql`(
    select coalesce(json_agg(case when e.type = 'gradient_step' then extract(epoch from e.created_at) end order by e.number), '[]')
    from (
      select t.type, t.number, t.created_at from training_event t
      where t.job_id = j.id and t.type in ('gradient_step', 'state') order by t.number desc limit ${PACE_EVENTS}) e)`),
  /** Of the uploaded file that it learns from. */
  tokens: orNull(field("uploaded_file f", "tokenCount")),
});
type Row = RowOf<typeof JOB>;

/** In the order in which trainers take them: the first that each person waits for, then the second of each. A job that waits for another try is taken as well. */
function unendedJobs(db: Db): Promise<Row[]> {
  return db.query(
    sql`
      select ${JOB}
      from training_job j
      join project p on p.id = j.project_id
      join model m on m.id = j.model_id
      left join uploaded_file f on f.id = j.source and j.kind = 'sft'
      where j.ended_at is null
      order by row_number() over (
        partition by j.created_by, j.state <> 'queued' order by ${OF_ONE_PERSON}), ${IN_TURN}`,
    "read-training-queue",
  );
}

function queuedJob(row: Row, { times, isNamed }: { times: JobTimes; isNamed: boolean }): QueuedJob {
  const { id, projectId, modelId, modelName, name, state, step, totalSteps } = row;
  const { begins, ends } = times;
  const foreseen = { seconds: row.isTaken ? (ends?.estimate ?? null) : begins, ends };
  if (isNamed) return { id, projectId, modelId, modelName, name, state, step, totalSteps, ...foreseen };
  const unnamed = { id: null, projectId: null, modelId: null, modelName: null, name: null };
  return { ...unnamed, state, step: null, totalSteps: null, ...foreseen };
}
