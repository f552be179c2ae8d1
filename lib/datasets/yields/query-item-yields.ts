import type { Ctx } from "#lib/access/context.ts";
import { findEvidenceQueue } from "#lib/annotation/evidence/find-evidence-field.ts";
import { noSuchItem } from "#lib/annotation/lock-item.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import {
  type queryItemYields as Endpoint,
  type ItemYield,
  MAX_YIELDS,
} from "#lib/contract/datasets/item-yields.ts";
import { REJECTIONS } from "#lib/contract/datasets/rejections.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { assembleRows } from "#lib/datasets/assemble/assemble-rows.ts";
import { queueDatasets } from "#lib/datasets/queue-datasets.internal.ts";
import { readCalls } from "#lib/datasets/sources/read-calls.internal.ts";
import { readRecipe } from "#lib/datasets/version-records.internal.ts";
import { type AnsweredItem, answerCandidates } from "./answer-candidates.ts";

type Asked = InputOf<typeof Endpoint>;

/** What an unsent answer gives the datasets that read the queue, by the functions that build. */
export async function queryItemYields(ctx: Ctx, asked: Asked): Promise<ReplyOf<typeof Endpoint>> {
  // Somebody is typing: what does not wait for anything is asked at once.
  const [queueOfTheirs, read] = await Promise.allSettled([
    requireQueue(ctx, asked.queueId),
    Promise.all([
      findItem(ctx, asked),
      queueDatasets(ctx, { queueId: asked.queueId, limit: MAX_YIELDS }),
      findEvidenceQueue(ctx, asked.queueId),
    ]),
  ]);
  // Nothing else is said of a queue that is not for them.
  if (queueOfTheirs.status === "rejected") throw queueOfTheirs.reason;
  if (read.status === "rejected") throw read.reason;
  const [item, datasets, queue] = read.value;
  const yields: ItemYield[] = [];
  for (const { id: datasetId, name, kind, recipe: stored } of datasets) {
    const recipe = readRecipe(stored);
    const { isShared, ...made } = answerCandidates(item, queue, { kind, recipe });
    const { rows, rejections } = await assembleRows(made, recipe);
    yields.push({
      ...{ datasetId, name, kind },
      rows: rows.map(({ value: { split: _, ...row } }) => row),
      rejections: rejections.map(({ reason, detail }) => ({ reason, meaning: REJECTIONS[reason], detail })),
      isShared,
    });
  }
  return { yields };
}

type Saying = { itemId: string; annotatorUserId: string };

/** Whether a retraction in force means an answer of the annotator to the item that is given now. */
async function wouldBeRetracted(
  { db, project }: Pick<Ctx, "db" | "project">,
  { itemId, annotatorUserId }: Saying,
): Promise<boolean> {
  const now = new Date();
  const found = await db.prisma.retraction.count({
    where: {
      projectId: project.id,
      liftedAt: null,
      feedbackIds: { isEmpty: true },
      AND: [
        { OR: [{ annotatorUserId: null }, { annotatorUserId }] },
        { OR: [{ itemIds: { isEmpty: true } }, { itemIds: { has: itemId } }] },
        { OR: [{ since: null }, { since: { lte: now } }] },
        { OR: [{ until: null }, { until: { gt: now } }] },
      ],
    },
  });
  return found > 0;
}

async function findItem(ctx: Ctx, asked: Asked): Promise<AnsweredItem> {
  const { itemId, feedback, isFlagged } = asked;
  const { userId } = ctx.actor;
  const [found, isRetracted] = await Promise.all([
    findCalls(ctx, asked),
    wouldBeRetracted(ctx, { itemId, annotatorUserId: userId }),
  ]);
  return { ...found, itemId, feedback, isFlagged, userId, isRetracted };
}

async function findCalls({ db, project }: Ctx, { queueId, itemId }: Asked) {
  const item = await db.prisma.queueItem.findFirst({
    where: { projectId: project.id, queueId, id: itemId, deletedAt: null },
    select: {
      id: true,
      callId: true,
      pairCallId: true,
      createdAt: true,
      askedBy: true,
      queue: { select: { annotatorsPerItem: true } },
    },
  });
  if (!item) throw noSuchItem({ projectId: project.id, queueId, itemId });
  const { callId, pairCallId } = item;
  const calls = await readCalls(db, project.id, [callId, ...(pairCallId === null ? [] : [pairCallId])]);
  return {
    addedAt: item.createdAt,
    call: calls.get(callId) ?? null,
    other: pairCallId === null ? null : (calls.get(pairCallId) ?? null),
    isAskedByRun: item.askedBy !== null,
    isForSeveral: item.queue.annotatorsPerItem !== 1,
  };
}
