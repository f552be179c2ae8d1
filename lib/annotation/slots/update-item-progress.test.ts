import { expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aQueueWithItems, untilWaiting } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

type Answer = { asked: contract.AnnotationState; by: string; item: contract.QueueItem };

async function anItem() {
  const { items, ...queue } = await aQueueWithItems(api, 1);
  const itemId = items[0]?.id ?? "";
  const { projectId, queueId } = queue;
  const move = async (caller: Caller, asked: contract.AnnotationState): Promise<Answer> => {
    const at = { projectId, queueId, itemId };
    const { item } = await api.call(caller, contract.updateItemProgress, { ...at, annotationState: asked });
    return { asked, by: caller.userId, item };
  };
  const current = async () => {
    const { items: now } = await api.call(queue.caller, contract.queryQueueItems, {
      projectId,
      queueId,
    });
    return now[0];
  };
  return { ...queue, itemId, move, current };
}

const WRITTEN = ["in_progress", "completed", "skipped"] as const;

test("two annotators who write at once leave a history in one order, and the item shows its end", async () => {
  const { project, caller: ada, itemId, move, current } = await anItem();
  const bo = await api.aCaller(project, "annotator");
  const series = async (caller: Caller, shift: number) => {
    const answers: Answer[] = [];
    for (let i = 0; i < 30; i++) answers.push(await move(caller, WRITTEN[(i + shift) % 3] ?? "completed"));
    return answers;
  };
  const [adas, bos] = await Promise.all([series(ada, 0), series(bo, 1)]);

  const history = [...adas, ...bos].sort((a, b) => a.item.updatedAt.getTime() - b.item.updatedAt.getTime());
  expect(new Set(history.map(({ item }) => item.updatedAt.getTime())).size).toBe(history.length);
  for (const { asked, by, item } of history)
    expect(item).toMatchObject({ annotationState: asked, myAnnotationState: asked, annotatorUserId: by });
  const last = history.at(-1);
  expect(await current()).toMatchObject({
    annotationState: last?.asked,
    annotatorUserId: last?.by,
    updatedAt: last?.item.updatedAt,
  });
  const rows = await api.db.prisma.itemProgress.findMany({ where: { itemId } });
  expect(new Map(rows.map((row) => [row.annotatorId, row.state]))).toEqual(
    new Map([adas, bos].map((answers) => [answers.at(-1)?.by, answers.at(-1)?.asked])),
  );
});

test("one annotator who writes many times at once has one row, and the item shows it", async () => {
  const { caller, itemId, move, current } = await anItem();
  await Promise.all(Array.from({ length: 24 }, (_, i) => move(caller, WRITTEN[i % 3] ?? "completed")));
  const rows = await api.db.prisma.itemProgress.findMany({ where: { itemId } });
  expect(rows).toHaveLength(1);
  expect(await current()).toMatchObject({ annotationState: rows[0]?.state, annotatorUserId: caller.userId });
});

test("whether an item is done is right after any mix of writers", async () => {
  const { project, projectId, queueId, itemId, move } = await anItem();
  const annotators = await Promise.all([1, 2, 3, 4].map(() => api.aCaller(project, "annotator")));
  const states = contract.ANNOTATION_STATES;
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      annotators.flatMap((annotator) =>
        [1, 2].map(() => move(annotator, states[Math.floor(Math.random() * 4)] ?? "skipped")),
      ),
    );
    const rows = await api.db.prisma.itemProgress.findMany({ where: { itemId } });
    const { stats } = await api.call(annotators[0] as Caller, contract.getQueueStats, {
      projectId,
      queueIds: [queueId],
    });
    const isDone = rows.some(({ state }) => state === "completed" || state === "skipped");
    expect(stats[0]?.completedItems, rows.map(({ state }) => state).join()).toBe(isDone ? 1 : 0);
  }
});

test("two annotators who undo their work at the same moment leave the item not done", async () => {
  const { project, caller: ada, projectId, queueId, itemId, move } = await anItem();
  const bo = await api.aCaller(project, "annotator");
  await move(ada, "completed");
  await move(bo, "completed");
  let moves: Promise<unknown>[] = [];
  await api.db.transaction(async (db) => {
    await db.query(sql`select 1 from queue_item where id = ${itemId} for update`);
    moves = [move(ada, "unstarted"), move(bo, "in_progress")];
    await untilWaiting(api, "queue_item", 2);
  });
  await Promise.all(moves);
  const { stats } = await api.call(ada, contract.getQueueStats, { projectId, queueIds: [queueId] });
  expect(stats[0]?.completedItems).toBe(0);
});

test("an item removed while it is being annotated answers 404 from then on and keeps what was written", async () => {
  for (let round = 0; round < 10; round++) {
    const { caller, projectId, queueId, itemId, move } = await anItem();
    const moves = WRITTEN.map((state) => move(caller, state));
    const removal = api.call(caller, contract.removeQueueItem, { projectId, queueId, itemId });
    const outcomes = await Promise.allSettled(moves);
    await removal;
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect((outcome.reason as ApiError).status).toBe(404);
    const written = outcomes.some((outcome) => outcome.status === "fulfilled");
    expect(await api.db.prisma.itemProgress.count({ where: { itemId } })).toBe(written ? 1 : 0);
    await expect(move(caller, "completed")).rejects.toBeInstanceOf(ApiError);
  }
});
