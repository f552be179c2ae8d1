import { expect, test } from "vitest";
import * as contract from "#lib/contract/queues.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { aQueue, aQueueIn, someCalls } from "#lib/testing/queue-data.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function queueOf(place: Place): Promise<Record<string, unknown>> {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
}

routeGuarantees(api, contract.getQueue, queueOf);
routeGuarantees(api, contract.updateQueue, async (place) => ({ ...(await queueOf(place)), name: "Another" }));
routeGuarantees(api, contract.deleteQueue, queueOf);

test("reading a queue shows every field of it", async () => {
  const { caller, project, queueId } = await aQueue(api);
  const path = `/annotation_queues/${queueId}?project_id=${encodeURIComponent(project.path)}`;
  const response = await api.send(caller, { method: "GET", path });
  expect(await response.json()).toEqual({
    queue: {
      id: queueId,
      project_id: project.path,
      name: "Queue",
      description: "",
      scorer_refs: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      created_by: caller.userId,
      updated_at: expect.any(String),
      deleted_at: null,
    },
  });
});

test("an update changes what it names, leaves what is null, and moves the time of change", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const { queue: before } = await api.call(caller, contract.getQueue, { projectId, queueId });
  const response = await api.send(caller, {
    method: "PUT",
    path: `/annotation_queues/${queueId}`,
    body: {
      project_id: projectId,
      name: "Renamed",
      description: null,
      scorer_refs: [`trace:///${projectId}/object/c:d`],
    },
  });
  expect(response.status).toBe(200);
  const { queue } = await api.call(caller, contract.getQueue, { projectId, queueId });
  expect(queue).toEqual({
    ...before,
    name: "Renamed",
    scorerRefs: [`weave:///${projectId}/object/c:d`],
    updatedAt: queue.updatedAt,
  });
  expect(queue.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
});

test("an empty description and an empty list overwrite", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const at = { projectId, queueId };
  await api.call(caller, contract.updateQueue, {
    ...at,
    description: "x",
    scorerRefs: [`weave:///${projectId}/object/c:d`],
  });
  const { queue } = await api.call(caller, contract.updateQueue, { ...at, description: "", scorerRefs: [] });
  expect(queue).toMatchObject({ description: "", scorerRefs: [] });
});

test("an update of nothing leaves everything, the time of change too", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  const { queue: before } = await api.call(caller, contract.getQueue, { projectId, queueId });
  const { queue } = await api.call(caller, contract.updateQueue, { projectId, queueId });
  expect(queue).toEqual(before);
});

test("a deleted queue says when, and is gone from every route", async () => {
  const { caller, project, projectId, queueId } = await aQueue(api);
  const [callId = ""] = await someCalls(api, project, 1);
  const at = { projectId, queueId };
  await api.call(caller, contract.addQueueItems, {
    ...at,
    callIds: [callId, "never seen"],
    displayFields: [],
  });
  const { queue } = await api.call(caller, contract.deleteQueue, at);
  expect(queue.deletedAt).toBeInstanceOf(Date);
  const gone = {
    status: 404,
    message: `Queue ${queueId} not found; it does not exist in this project or was deleted`,
  };
  await expect(api.call(caller, contract.getQueue, at)).rejects.toMatchObject(gone);
  await expect(api.call(caller, contract.updateQueue, { ...at, name: "x" })).rejects.toMatchObject(gone);
  await expect(api.call(caller, contract.deleteQueue, at)).rejects.toMatchObject(gone);
  await expect(api.call(caller, contract.queryQueueItems, { ...at })).rejects.toMatchObject(gone);
  await expect(api.call(caller, contract.getQueueProgress, at)).rejects.toMatchObject(gone);
  const adding = api.call(caller, contract.addQueueItems, { ...at, callIds: [callId], displayFields: [] });
  await expect(adding).rejects.toMatchObject(gone);
  expect(await api.callAll(caller, contract.queryQueues, { projectId })).toEqual([]);
  const { stats } = await api.call(caller, contract.getQueueStats, { projectId, queueIds: [queueId] });
  expect(stats).toEqual([{ queueId, totalItems: 0, completedItems: 0 }]);
});

test("deleting a queue is written in the audit log", async () => {
  const { caller, projectId, queueId } = await aQueue(api);
  await api.call(caller, contract.deleteQueue, { projectId, queueId });
  const event = await api.db.prisma.auditEvent.findFirst({
    where: { action: "queue.deleted", target: queueId },
  });
  expect(event).toMatchObject({ actorUserId: caller.userId, outcome: "succeeded" });
});
