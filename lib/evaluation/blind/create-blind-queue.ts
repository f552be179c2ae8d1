import { randomInt } from "node:crypto";
import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import { addQueuePairs } from "#lib/annotation/items/add-queue-pairs.ts";
import { createQueue } from "#lib/annotation/queues/create-queue.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/blind-queues.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { requireRun } from "#lib/evaluation/run-records.internal.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { completeCalls } from "#lib/traces/ingest/complete-calls.ts";
import { askedQuestions } from "./asked-questions.internal.ts";
import { blindQueuesOf } from "./blind-queue-records.internal.ts";
import { drawnPairs } from "./drawn-pairs.internal.ts";
import { type NamelessPair, namelessPair } from "./nameless-calls.internal.ts";
import { pairsOfRuns } from "./pairs-of-runs.internal.ts";

type Endpoint = typeof contract.createBlindQueue;

/** Hundreds of calls with their payloads. */
const LIMITS = { timeoutMs: 60_000 };
const CHANCES = 2 ** 32;

export async function createBlindQueue(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project, actor } = ctx;
  for (const permission of ["queues:write", "calls:write"] as const)
    requirePermission(actor, project, permission);
  const evaluation = await requireEvaluation(ctx, input.evaluationId);
  await requireTwoRuns(ctx, input);
  const found = await pairsOfRuns(ctx, input);
  const counts = { differing: found.differing.length, same: found.same };
  if (input.preview) return { blindQueue: null, ...counts };
  if (counts.differing === 0) throw nothingToCompare(counts.same);
  const { runA, runB, items } = input;
  const drawn = await drawnPairs(ctx, { runA, runB, places: found.differing.slice(0, items) });
  const questionTo = await askedQuestions(
    ctx,
    drawn.map(({ row }) => row),
  );
  const at = new Date();
  const random = () => randomInt(CHANCES) / CHANCES;
  const pairs = drawn.map((pair) => namelessPair(pair, { asked: questionTo(pair.row), at, random }));
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    const isOfLabels = drawn.every(({ row }) => questionTo(row) !== null);
    const queueId = await makeQueue(place, evaluation, { ...input, isOfLabels });
    await storeCalls(place, pairs);
    await addPairs(place, queueId, pairs);
    await keep(place, { queueId, input, pairs, counts });
    await tellProject(db, project.id, "evaluations");
    const [blindQueue] = await blindQueuesOf(place, sql`b.queue_id = ${queueId}`);
    if (!blindQueue) throw new Error(`The queue ${queueId} was made and is not there`);
    return { blindQueue, ...counts };
  }, LIMITS);
}

async function requireTwoRuns(ctx: Ctx, { evaluationId, runA, runB }: InputOf<Endpoint>): Promise<void> {
  for (const id of [runA, runB]) {
    const run = await requireRun(ctx, id);
    if (run.evaluationId !== evaluationId)
      throw new NotFound(`Evaluation run ${id} not found; it does not exist in this evaluation`);
  }
  if (runA === runB) {
    const text = "it is the same as run_a; a comparison needs two runs";
    throw invalidAt(["body", "run_b"], { type: "value_error", text });
  }
}

function nothingToCompare(same: number): Conflict {
  const code = "nothing_to_compare";
  if (same === 0)
    return new Conflict("No row has an answer in both runs, so there is nothing to compare", { code });
  return new Conflict(
    `Both runs gave equal answers to all ${same} rows, so there is nothing to compare; choose other runs`,
    { code },
  );
}

/** Its name and description are read by annotators, so they name neither model nor run. */
async function makeQueue(
  ctx: Ctx,
  { name }: Evaluation,
  input: InputOf<Endpoint> & { isOfLabels: boolean },
): Promise<string> {
  const asked = input.isOfLabels ? "the question that stands above them" : "the same question";
  const { id } = await createQueue(ctx, {
    projectId: ctx.project.path,
    name: input.name?.trim() || `Blind: ${name}`.slice(0, 128),
    description: `Two answers to ${asked}, in an order drawn by chance. Which one is better?`,
    scorerRefs: [],
    kind: "pairwise",
    annotatorsPerItem: input.annotatorsPerItem,
    isBlind: true,
    isStrict: true,
    itemOrder: "random",
  });
  return id;
}

async function storeCalls(ctx: Ctx, pairs: readonly NamelessPair[]): Promise<void> {
  const { entity, name: project } = ctx.project;
  const batch = pairs.flatMap(({ call, pairCall }) => [call, pairCall]);
  const { errors } = await completeCalls(ctx, { entity, project, batch });
  if (errors?.[0]) throw new Error(`An answer could not be stored as a call: ${errors[0].error}`);
}

async function addPairs(ctx: Ctx, queueId: string, pairs: readonly NamelessPair[]): Promise<void> {
  await addQueuePairs(ctx, {
    projectId: ctx.project.path,
    queueId,
    pairs: pairs.map(({ call, pairCall }) => ({ callId: call.id, pairCallId: pairCall.id })),
    displayFields: [],
  });
}

type Kept = {
  queueId: string;
  input: InputOf<Endpoint>;
  pairs: readonly NamelessPair[];
  counts: { differing: number; same: number };
};

/** Only these rows say whose answers they are. */
async function keep({ db, project, actor }: Ctx, { queueId, input, pairs, counts }: Kept): Promise<void> {
  const place = { projectId: project.id, queueId };
  await db.prisma.blindQueue.create({
    data: {
      ...place,
      evaluationId: input.evaluationId,
      ...{ runA: input.runA, runB: input.runB, ...counts, createdBy: actor.userId },
    },
  });
  await db.prisma.blindPair.createMany({
    data: pairs.map(({ pair: { rowDigest, sample, unitKeys }, call, isSwapped }) => ({
      ...{ ...place, rowDigest, sample, unitKeys: [...unitKeys] },
      ...{ callId: call.id, isSwapped },
    })),
  });
}
