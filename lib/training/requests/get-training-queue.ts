import type { AccountCtx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getTrainingQueue as contract, QueuedJob } from "#lib/contract/training/training-queue.ts";
import { bool, columns, field, float, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { estimateSeconds } from "#lib/training/estimate/estimate-seconds.internal.ts";
import { forecastTurns, type Turning } from "#lib/training/jobs/turns/forecast-turns.ts";
import { IN_TURN, OF_ONE_PERSON, TURN_MS } from "#lib/training/jobs/turns/turns.ts";

const MAX_WAITING = 100;
/** Fewer steps give no estimate. */
const ENOUGH_STEPS = 3;

export async function getTrainingQueue(
  ctx: AccountCtx,
  { projectId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const readable = new Set(await readableProjects(ctx, projectId));
  const rows = await unendedJobs(ctx.db);
  const running = rows.filter(({ isTaken }) => isTaken);
  const waiting = rows.filter(({ isTaken }) => !isTaken).slice(0, MAX_WAITING);
  const shown = (row: Row, seconds: number | null) =>
    queuedJob(row, { seconds, isNamed: readable.has(row.project) });
  const { ends, begins } = await forecast(ctx.db, running, waiting);
  return {
    running: running.map((row, at) => shown(row, ends[at] ?? null)),
    waiting: waiting.map((row, at) => shown(row, begins[at] ?? null)),
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
  ...of("training_job j", "turnStep"),
  /** Since its turn began, or of the last one where it made way. */
  seconds: orNull(
    float(
      sql`extract(epoch from case when j.made_way_at > j.turn_at then j.made_way_at else now() end - j.turn_at)`,
    ),
  ),
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

type Times = readonly (number | null)[];

/** When running ones end and waiting ones begin. With several trainers, or none at work, nobody can say who comes when. */
async function forecast(
  db: Db,
  running: readonly Row[],
  waiting: readonly Row[],
): Promise<{ ends: Times; begins: Times }> {
  const lefts = running.map(secondsLeft);
  const [first] = running;
  if (!first || running.length > 1) return { ends: lefts, begins: [] };
  const turning: Turning[] = [{ model: first.modelId, left: lefts[0] ?? null }];
  for (const row of waiting) turning.push({ model: row.modelId, left: await secondsOf(db, row) });
  const [own, ...others] = forecastTurns(turning, { turn: TURN_MS / 1_000, spent: first.seconds ?? 0 });
  return { ends: [own?.ends ?? null], begins: others.map(({ begins }) => begins) };
}

/** After the pace of its last turn. */
function secondsLeft({ state, step, turnStep, totalSteps, seconds }: Row): number | null {
  if (state === "cancelling") return 0;
  const done = step - turnStep;
  if (totalSteps === null || seconds === null || done < ENOUGH_STEPS) return null;
  return (seconds / done) * (totalSteps - step);
}

async function secondsOf(db: Db, row: Row): Promise<number | null> {
  const { baseModel, mode, tokens, totalSteps } = row;
  const left = secondsLeft(row);
  if (left !== null || row.step > 0 || tokens === null) return left;
  const heldOut = { heldOutTokens: 0, measurements: 0 };
  const work = { loss: null, tokens, dataTokens: tokens, ...heldOut, steps: totalSteps };
  return (await estimateSeconds(db, { baseModel, training: { mode } }, work))?.estimate ?? null;
}

function queuedJob(row: Row, { seconds, isNamed }: { seconds: number | null; isNamed: boolean }): QueuedJob {
  const { id, projectId, modelId, modelName, name, state, step, totalSteps } = row;
  if (isNamed) return { id, projectId, modelId, modelName, name, state, step, totalSteps, seconds };
  const unnamed = { id: null, projectId: null, modelId: null, modelName: null, name: null };
  return { ...unnamed, state, step: null, totalSteps: null, seconds };
}
