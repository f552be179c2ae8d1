import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { aQueueIn, aQueueWithItems, someCalls } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.updateItemProgress, async (place) => {
  const queue = await aQueueIn(api, place);
  const callIds = await someCalls(api, place.project, 1);
  await api.call(place.caller, contract.addQueueItems, { ...queue, callIds, displayFields: [] });
  const { items } = await api.call(place.caller, contract.queryQueueItems, {
    ...queue,
  });
  return {
    project_id: queue.projectId,
    queue_id: queue.queueId,
    item_id: items[0]?.id,
    annotation_state: "in_progress",
  };
});

async function anItem() {
  const { items, ...queue } = await aQueueWithItems(api, 1);
  const itemId = items[0]?.id ?? "";
  const { projectId, queueId } = queue;
  const move = async (caller: Caller, annotationState: contract.AnnotationState) =>
    (await api.call(caller, contract.updateItemProgress, { projectId, queueId, itemId, annotationState }))
      .item;
  const completedCount = async () => {
    const { stats } = await api.call(queue.caller, contract.getQueueStats, {
      projectId,
      queueIds: [queueId],
    });
    return stats[0]?.completedItems;
  };
  return { ...queue, itemId, move, completedCount };
}

test("the answer is the item in its new state, written by the one who holds the credential", async () => {
  const { caller, projectId, queueId, itemId } = await anItem();
  const response = await api.send(caller, {
    path: `/annotation_queues/${queueId}/items/${itemId}/progress`,
    body: { project_id: projectId, annotation_state: "in_progress", annotator_user_id: "someone else" },
  });
  expect(response.status).toBe(200);
  expect((await response.json()).item).toMatchObject({
    id: itemId,
    queue_id: queueId,
    annotation_state: "in_progress",
    my_annotation_state: "in_progress",
    annotator_user_id: caller.userId,
    position_in_queue: null,
  });
});

const STATES = contract.ANNOTATION_STATES;
const PAIRS = STATES.flatMap((from) => STATES.map((to): [typeof from, typeof to] => [from, to]));

test.each(PAIRS)("from %s to %s is allowed, and the counts follow", async (from, to) => {
  const { caller, move, completedCount } = await anItem();
  const before = await move(caller, from);
  const after = await move(caller, to);
  expect(after).toMatchObject({ annotationState: to, myAnnotationState: to });
  expect(await completedCount()).toBe(to === "completed" || to === "skipped" ? 1 : 0);
  if (from === to) expect(after).toEqual(before);
  else expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
});

test("annotators have a state each; the item shows the latest and stays done while one of them is", async () => {
  const { project, caller: ada, move, completedCount } = await anItem();
  const bo = await api.aCaller(project, "annotator");
  await move(ada, "completed");
  const seenByBo = await move(bo, "in_progress");
  expect(seenByBo).toMatchObject({ annotationState: "in_progress", annotatorUserId: bo.userId });
  expect(await completedCount()).toBe(1);
  expect(await move(ada, "unstarted")).toMatchObject({
    annotationState: "unstarted",
    annotatorUserId: ada.userId,
  });
  expect(await completedCount()).toBe(0);
  expect(await move(bo, "skipped")).toMatchObject({ annotationState: "skipped", annotatorUserId: bo.userId });
  expect(await completedCount()).toBe(1);
});

test("saying unstarted without having begun changes nothing that another annotator wrote", async () => {
  const { project, caller: ada, move } = await anItem();
  const bo = await api.aCaller(project, "annotator");
  const { updatedAt } = await move(ada, "completed");
  expect(await move(bo, "unstarted")).toMatchObject({
    annotationState: "completed",
    annotatorUserId: ada.userId,
    myAnnotationState: "unstarted",
    updatedAt,
  });
});

test.each(["done", "Completed", ""])("the state %j is a 422 that lists the four", async (state) => {
  const { caller, projectId, queueId, itemId } = await anItem();
  const response = await api.send(caller, {
    path: `/annotation_queues/${queueId}/items/${itemId}/progress`,
    body: { project_id: projectId, annotation_state: state },
  });
  expect(response.status).toBe(422);
  expect((await response.json()).detail).toEqual([
    {
      type: "enum",
      loc: ["body", "annotation_state"],
      msg: "Input should be 'unstarted', 'in_progress', 'completed' or 'skipped'",
    },
  ]);
});

test("an item of another queue, a removed one and one of a deleted queue are not found", async () => {
  const { project, caller, projectId, queueId, itemId, move } = await anItem();
  const elsewhere = await aQueueIn(api, { project, caller });
  const state = { itemId, annotationState: "completed" } as const;
  await expect(
    api.call(caller, contract.updateItemProgress, { ...elsewhere, ...state }),
  ).rejects.toMatchObject({
    status: 404,
    message: `Queue item ${itemId} not found in queue ${elsewhere.queueId}; list the items of that queue`,
  });
  await api.call(caller, contract.removeQueueItem, { projectId, queueId, itemId });
  await expect(move(caller, "completed")).rejects.toMatchObject({ status: 404 });

  const other = await anItem();
  await api.call(other.caller, contract.deleteQueue, { projectId: other.projectId, queueId: other.queueId });
  await expect(other.move(other.caller, "completed")).rejects.toMatchObject({ status: 404 });
});

test("three items walked through to the end move the statistics from none to all", async () => {
  const { caller, projectId, queueId, items } = await aQueueWithItems(api, 3);
  const counts: (number | undefined)[] = [];
  for (const { id: itemId } of items) {
    const at = { projectId, queueId, itemId };
    await api.call(caller, contract.updateItemProgress, { ...at, annotationState: "in_progress" });
    const { item } = await api.call(caller, contract.updateItemProgress, {
      ...at,
      annotationState: "completed",
    });
    expect(item.id).toBe(itemId);
    const { stats } = await api.call(caller, contract.getQueueStats, { projectId, queueIds: [queueId] });
    counts.push(stats[0]?.completedItems);
  }
  expect(counts).toEqual([1, 2, 3]);
});
