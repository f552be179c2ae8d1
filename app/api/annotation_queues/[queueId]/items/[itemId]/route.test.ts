import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { aQueueIn, aQueueWithItems, someCalls } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.removeQueueItem, async (place) => {
  const queue = await aQueueIn(api, place);
  const callIds = await someCalls(api, place.project, 1);
  await api.call(place.caller, contract.addQueueItems, { ...queue, callIds, displayFields: [] });
  const { items } = await api.call(place.caller, contract.queryQueueItems, {
    ...queue,
  });
  return { project_id: queue.projectId, queue_id: queue.queueId, item_id: items[0]?.id };
});

test("a removed item leaves the queue, keeps what was annotated, and its call may be added again", async () => {
  const { caller, projectId, queueId, items } = await aQueueWithItems(api, 2);
  const [{ id: itemId = "", callId = "" } = {}, kept] = items;
  const at = { projectId, queueId };
  await api.call(caller, contract.updateItemProgress, { ...at, itemId, annotationState: "completed" });
  const path = `/annotation_queues/${queueId}/items/${itemId}?project_id=${encodeURIComponent(projectId)}`;
  const response = await api.send(caller, { method: "DELETE", path });
  expect(response.status).toBe(200);
  expect((await response.json()).item).toMatchObject({ id: itemId, deleted_at: expect.stringMatching(/Z$/) });
  const list = async () => (await api.call(caller, contract.queryQueueItems, { ...at })).items;
  expect((await list()).map((item) => item.id)).toEqual([kept?.id]);
  expect(await api.db.prisma.itemProgress.findMany({ where: { itemId } })).toMatchObject([
    { state: "completed" },
  ]);

  const again = await api.call(caller, contract.addQueueItems, {
    ...at,
    callIds: [callId],
    displayFields: [],
  });
  expect(again).toEqual({ addedCount: 1, duplicates: 0, pending: [] });
  const readded = (await list()).find((item) => item.callId === callId);
  expect(readded).toMatchObject({ annotationState: "unstarted", myAnnotationState: "unstarted" });
  expect(readded?.id).not.toBe(itemId);
});

test("an item is removed once, and only by way of its own queue", async () => {
  const { project, caller, projectId, queueId, items } = await aQueueWithItems(api, 1);
  const itemId = items[0]?.id ?? "";
  const elsewhere = await aQueueIn(api, { project, caller });
  const missing = (queue: string) => ({
    status: 404,
    message: expect.stringContaining(`not found in queue ${queue}`),
  });
  await expect(api.call(caller, contract.removeQueueItem, { ...elsewhere, itemId })).rejects.toMatchObject(
    missing(elsewhere.queueId),
  );
  await api.call(caller, contract.removeQueueItem, { projectId, queueId, itemId });
  await expect(
    api.call(caller, contract.removeQueueItem, { projectId, queueId, itemId }),
  ).rejects.toMatchObject(missing(queueId));
});
