import { addQueueItems } from "#lib/annotation/items/add-queue-items.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";
import { leastCertain } from "#lib/evaluation/rl-people/least-certain.ts";
import { waitForItems } from "#lib/evaluation/rl-people/wait-for-items.internal.ts";
import { readScores } from "#lib/evaluation/score.internal.ts";
import { measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { columns, json, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { callOfCompletion } from "#lib/serving/chat/call-of-completion.ts";
import { completeCalls } from "#lib/traces/ingest/complete-calls.ts";
import { requestOf } from "./answer-prompt.internal.ts";
import type { DueRlRun } from "./due-rl-run.internal.ts";
import type { OpenRlRun } from "./open-rl-run.internal.ts";
import { keyOf, type Round } from "./rounds.internal.ts";
import { whileGoing } from "./while-going.internal.ts";

/** An item whose graders stand at one half comes first, one at 0 or 1 last. */
const MAX_PRIORITY = 100;

/**
 * Makes calls and items of the answers that people are asked about, once for each round: calls, items and the round's deadline appear together, or none of them. Where
 * graders are sure of everything, the rewards stand at once; where the queue is archived or gone by now, there are no items and no deadline, and the fallback decides.
 */
export async function parkRound(open: OpenRlRun, round: Round, human: RlHuman): Promise<void> {
  const { run, ctx, graders } = open;
  await whileGoing(ctx.db, run, async (tx) => {
    const now = await tx.prisma.rlRound.findUnique({
      where: keyOf(run, round),
      select: { parkedAt: true, endedAt: true },
    });
    if (!now || now.parkedAt !== null || now.endedAt !== null) return;
    const answers = await answersOf(tx, run, round);
    const parked = leastCertain(answers, { graders, human }).map((one) => ({ ...one, callId: newId() }));
    const isAsked = parked.length > 0 && (await takesItems(tx, run, human));
    await addCalls({ ...open, ctx: { ...ctx, db: tx } }, round, parked);
    if (isAsked) await addItems({ ...open, ctx: { ...ctx, db: tx } }, human, parked);
    const deadline = isAsked
      ? sql`clock_timestamp() + make_interval(secs => ${human.deadlineHours * 3600})`
      : sql`null`;
    await tx.query(sql`
      update rl_round
      set parked_at = clock_timestamp(), human_deadline = ${deadline},
        settled_at = case when ${parked.length} = 0 then clock_timestamp() end
      where project_id = ${run.projectId} and run_id = ${run.id} and round = ${round.round}::int`);
    const asking = { projectId: run.projectId, runId: run.id, round: round.round, human };
    if (isAsked)
      await waitForItems(
        tx,
        asking,
        parked.map(({ callId }) => callId),
      );
  });
}

const ANSWER = columns({
  ...of("rl_rollout t", "position", "sample", "tokens", "createdAt"),
  choice: json(sql`t.choice`),
  stored: json(sql`t.scores`),
  row: json(sql`w.val`),
});

function answersOf(db: Db, { id, projectId, versionId }: DueRlRun, { round }: Round) {
  return db
    .query(sql`
      select ${ANSWER}
      from rl_rollout t
      join dataset_row r on r.project_id = t.project_id and r.version_id = ${versionId} and r.position = t.position
      join table_row w on w.project_id = r.project_id and w.digest = r.row_digest
      where t.project_id = ${projectId} and t.run_id = ${id} and t.round = ${round}::int and t.choice is not null
      order by t.position, t.sample`)
    .then((rows) => rows.map((row) => ({ ...row, scores: readScores(row.stored) })));
}

type Parked = RowOf<typeof ANSWER> & { callId: string; distance: number };

async function takesItems(db: Db, { projectId }: DueRlRun, { queueId: id }: RlHuman): Promise<boolean> {
  const where = { projectId, id, deletedAt: null, isArchived: false };
  return (await db.prisma.annotationQueue.count({ where })) > 0;
}

async function addCalls(open: OpenRlRun, round: Round, parked: readonly Parked[]): Promise<void> {
  if (parked.length === 0) return;
  const { run, ctx } = open;
  const batch = parked.map((one) => callOf(open, round, one));
  const { errors } = await completeCalls(ctx, { entity: run.entity, project: run.project, batch });
  if (errors?.[0]) throw new Error(`An answer could not be stored as a call: ${errors[0].error}`);
  const callIds = parked.map(({ callId }) => callId);
  await ctx.db.query(sql`
    update rl_rollout t set call_id = asked.call_id
    from unnest(${callIds}::text[], ${parked.map(({ position }) => position)}::int[], ${parked.map(({ sample }) => sample)}::int[])
      as asked (call_id, position, sample)
    where t.project_id = ${run.projectId} and t.run_id = ${run.id} and t.round = ${round.round}::int
      and t.position = asked.position and t.sample = asked.sample`);
}

async function addItems(
  { ctx, run }: OpenRlRun,
  { queueId }: RlHuman,
  parked: readonly Parked[],
): Promise<void> {
  const callIds = parked.map(({ callId }) => callId);
  await addQueueItems(ctx, { projectId: ctx.project.path, queueId, callIds, displayFields: [] });
  const priorities = parked.map(({ distance }) => Math.round(MAX_PRIORITY * Math.max(0, 1 - 2 * distance)));
  await ctx.db.query(sql`
    update queue_item i set priority = asked.priority, asked_by = ${run.id}
    from unnest(${callIds}::text[], ${priorities}::int[]) as asked (call_id, priority)
    where i.project_id = ${ctx.project.id} and i.queue_id = ${queueId} and i.call_id = asked.call_id and i.deleted_at is null`);
}

/** Answers to one prompt are of one thread, so that a dataset keeps them together. */
function callOf(
  open: OpenRlRun,
  round: Round,
  { callId, position, sample, choice, row, tokens, createdAt }: Parked,
) {
  const { run } = open;
  const read = measuredRow(row);
  const request = requestOf(open, round, {
    position,
    row: { prompt: read?.prompt ?? [], tools: read?.tools ?? null },
  });
  const usage = { promptTokens: 0, completionTokens: tokens ?? 0 };
  return callOfCompletion({
    id: callId,
    startedAt: createdAt,
    endedAt: createdAt,
    request: { ...request, n: 1, logprobs: false },
    completion: {
      id: callId,
      object: "chat.completion",
      created: Math.floor(createdAt.getTime() / 1000),
      model: request.model,
      choices: [isDict(choice) ? { ...choice, index: 0 } : {}],
    },
    usage,
    attributes: {
      ...{ model: run.modelName, model_id: run.modelId, step: round.fromStep },
      ...{ rl_run_id: run.id, rl_round: round.round, rl_position: position, rl_sample: sample },
    },
    threadId: `rl/${run.id}/${round.round}/${position}/${sample}`,
  });
}
