import type { Ctx } from "#lib/access/context.ts";
import { noSuchItem } from "#lib/annotation/lock-item.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { compareItem as contract } from "#lib/contract/evaluation/before-after.ts";
import { type TrainedOnQueue, trainedOnQueue } from "#lib/datasets/lineage/trained-on-queue.ts";
import { questionOfItem } from "#lib/datasets/yields/question-of-item.ts";
import { type CheckpointRow, checkpointById, checkpointOfJob } from "#lib/models/checkpoints/checkpoints.ts";
import { type OpenModel, toModelRow } from "#lib/models/open-model.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { keptReply } from "./kept-reply.internal.ts";

type Endpoint = typeof contract;
type Item = { id: string; queueId: string; callId: string };

/** A suggestion must never guide an answer, so people who have not answered yet see nothing. */
export async function compareItem(
  ctx: Ctx,
  { queueId, itemId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireQueue(ctx, queueId);
  const item = await requireAnswered(ctx, { queueId, itemId });
  const trained = await trainedOnQueue(ctx, queueId);
  const model = trained && (await modelOf(ctx, trained));
  const after = model && (await checkpointOfJob(ctx.db, model, trained.jobId));
  if (!after) return { comparison: null };
  const question = await questionOfItem(ctx, {
    queueId,
    itemId,
    callId: item.callId,
    recipe: trained.recipe,
  });
  if (!question) return { comparison: null };
  const before = await startOf(ctx, { model, trained });
  const { jobId, datasetId, datasetVersion, rows } = trained;
  // One after the other, so that an annotator never has two places in the sampler.
  const said = async (checkpoint: CheckpointRow) => ({
    step: checkpoint.step,
    text: await keptReply(ctx, { itemId, model, checkpoint, question }),
  });
  return {
    comparison: {
      ...{ modelId: model.id, modelName: model.name, jobId, datasetId, datasetVersion, rows },
      own: question.own,
      before: before && (await said(before)),
      after: await said(after),
    },
  };
}

async function requireAnswered(
  { db, project, actor }: Ctx,
  { queueId, itemId }: { queueId: string; itemId: string },
): Promise<Item> {
  const item = await db.prisma.queueItem.findFirst({
    where: { projectId: project.id, queueId, id: itemId, deletedAt: null },
    select: { id: true, queueId: true, callId: true },
  });
  if (!item) throw noSuchItem({ projectId: project.id, queueId, itemId });
  const own = await db.prisma.itemProgress.findFirst({
    where: { projectId: project.id, itemId, annotatorId: actor.userId, state: "completed" },
    select: { state: true },
  });
  if (!own)
    throw new Conflict(`You have not answered item ${itemId} yet; what a model says is shown after that`, {
      code: "not_answered",
    });
  return item;
}

async function modelOf({ db, project }: Ctx, { modelId }: TrainedOnQueue): Promise<OpenModel | null> {
  const row = await db.prisma.model.findFirst({
    where: { projectId: project.id, id: modelId, deletedAt: null },
  });
  return row && { ...toModelRow(row), project };
}

async function startOf(
  { db }: Ctx,
  { model, trained: { startCheckpointId } }: { model: OpenModel; trained: TrainedOnQueue },
): Promise<CheckpointRow | null> {
  const start = startCheckpointId === null ? null : await checkpointById(db, model, startCheckpointId);
  return start?.corruptAt === null ? start : null;
}
