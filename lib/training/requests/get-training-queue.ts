import type { AccountCtx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getTrainingQueue as contract, QueuedJob } from "#lib/contract/training/training-queue.ts";
import { bool, columns, field, float, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { estimateSeconds } from "#lib/training/estimate/estimate-seconds.internal.ts";
import { IN_TURN } from "#lib/training/jobs/turns.ts";

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
  const lefts = running.map(secondsLeft);
  const shown = (row: Row, seconds: number | null) =>
    queuedJob(row, { seconds, isNamed: readable.has(row.project) });
  return {
    running: running.map((row, at) => shown(row, lefts[at] ?? null)),
    waiting: (await startsOf(ctx.db, waiting, lefts)).map(({ row, seconds }) => shown(row, seconds)),
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
  /** Since the first step could begin. */
  seconds: orNull(float(sql`extract(epoch from now() - j.started_at)`)),
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
        partition by j.created_by, j.state <> 'queued', j.started_at is null order by j.position), ${IN_TURN}`,
    "read-training-queue",
  );
}

function secondsLeft({ state, step, totalSteps, seconds }: Row): number | null {
  if (state === "cancelling") return 0;
  if (state !== "running" || totalSteps === null || seconds === null || step < ENOUGH_STEPS) return null;
  return (seconds / step) * (totalSteps - step);
}

type Start = { row: Row; seconds: number | null };

/** When each begins: after what is left of the running one and all before it. With several trainers, or none at work, nobody can say. */
async function startsOf(
  db: Db,
  waiting: readonly Row[],
  lefts: readonly (number | null)[],
): Promise<Start[]> {
  const starts: Start[] = [];
  let begins = lefts.length === 1 ? (lefts[0] ?? null) : null;
  for (const row of waiting) {
    starts.push({ row, seconds: begins });
    if (begins !== null) begins = sum(begins, await secondsOf(db, row));
  }
  return starts;
}

async function secondsOf(db: Db, { baseModel, mode, tokens, totalSteps }: Row): Promise<number | null> {
  if (tokens === null) return null;
  const heldOut = { heldOutTokens: 0, measurements: 0 };
  const work = { loss: null, tokens, dataTokens: tokens, ...heldOut, steps: totalSteps };
  return (await estimateSeconds(db, { baseModel, training: { mode } }, work))?.estimate ?? null;
}

function sum(a: number, b: number | null): number | null {
  return b === null ? null : a + b;
}

function queuedJob(row: Row, { seconds, isNamed }: { seconds: number | null; isNamed: boolean }): QueuedJob {
  const { id, projectId, modelId, modelName, name, state, step, totalSteps } = row;
  if (isNamed) return { id, projectId, modelId, modelName, name, state, step, totalSteps, seconds };
  const unnamed = { id: null, projectId: null, modelId: null, modelName: null, name: null };
  return { ...unnamed, state, step: null, totalSteps: null, seconds };
}
