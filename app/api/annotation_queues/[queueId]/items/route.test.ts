import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aQueue, aQueueIn, insertCalls, type QueuePlace, someCalls } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.addQueueItems, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  const call_ids = await someCalls(api, place.project, 2);
  return {
    project_id: projectId,
    queue_id: queueId,
    call_ids,
    display_fields: ["output", "inputs.messages"],
  };
});

function add({ caller, projectId, queueId }: QueuePlace, callIds: string[], displayFields: string[] = []) {
  return api.call(caller, contract.addQueueItems, { projectId, queueId, callIds, displayFields });
}

async function callIdsOf({ caller, projectId, queueId }: QueuePlace): Promise<string[]> {
  const query = { projectId, queueId };
  return (await api.call(caller, contract.queryQueueItems, query)).items.map((item) => item.callId);
}

test("calls that are there are added, and adding them again counts duplicates", async () => {
  const place = await aQueue(api);
  const callIds = await someCalls(api, place.project, 3);
  const request = {
    path: `/annotation_queues/${place.queueId}/items`,
    body: { project_id: place.projectId, call_ids: callIds, display_fields: ["input.x", "output"] },
  };
  const first = await api.send(place.caller, request);
  expect(await first.json()).toEqual({ added_count: 3, duplicates: 0, pending: [] });
  const second = await api.send(place.caller, request);
  expect(await second.json()).toEqual({ added_count: 0, duplicates: 3, pending: [] });
  expect(await callIdsOf(place)).toEqual(callIds);
});

test("the three counts add up to the distinct ids, whatever mix is sent", async () => {
  const place = await aQueue(api);
  const [old, fresh] = [await someCalls(api, place.project, 3), await someCalls(api, place.project, 2)];
  await add(place, old);
  await add(place, ["awaited"]);
  const mixed = [...old, ...fresh, ...fresh, "awaited", "unseen", "unseen"];
  expect(await add(place, mixed)).toEqual({ addedCount: 2, duplicates: 4, pending: ["unseen"] });
});

test("a call asked for before it arrives becomes an item the moment it does, with what was asked", async () => {
  const place = await aQueue(api);
  const id = newId();
  expect(await add(place, [id], ["output"])).toEqual({ addedCount: 0, duplicates: 0, pending: [id] });
  expect(await callIdsOf(place)).toEqual([]);
  await insertCalls(api, place.project, [id]);
  const { items } = await api.call(place.caller, contract.queryQueueItems, {
    ...place,
  });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    callId: id,
    callOpName: "op",
    callTraceId: `trace-${id}`,
    callStartedAt: "2026-01-01T00:00:01.000001Z",
    displayFields: ["output"],
    addedBy: place.caller.userId,
    annotationState: "unstarted",
  });
  expect(await add(place, [id])).toEqual({ addedCount: 0, duplicates: 1, pending: [] });
});

test("an end that came first does not make an item; its start does", async () => {
  const place = await aQueue(api);
  const id = newId();
  await api.db.query(
    sql`insert into call (project_id, id, ended_at) values (${place.project.id}, ${id}, now())`,
  );
  expect(await add(place, [id])).toEqual({ addedCount: 0, duplicates: 0, pending: [id] });
  await api.db.query(
    sql`update call set op_name = 'op', trace_id = 't', started_at = now() where project_id = ${place.project.id} and id = ${id}`,
  );
  expect(await callIdsOf(place)).toEqual([id]);
});

test("calls that clients send in the background become items, whichever of start and end comes first", async () => {
  const place = await aQueue(api);
  const [endFirst, whole] = [newId(), newId()];
  await add(place, [endFirst, whole]);
  const times = { started_at: "2026-01-05T09:30:00Z", ended_at: "2026-01-05T09:30:01Z" };
  const start = { project_id: place.projectId, id: endFirst, op_name: "op", started_at: times.started_at };
  const end = { project_id: place.projectId, id: endFirst, ended_at: times.ended_at, summary: {} };
  const send = (path: string, body: unknown) => api.send(place.caller, { path, body });
  await send("/call/upsert_batch", { batch: [{ mode: "end", req: { end } }] });
  expect(await callIdsOf(place)).toEqual([]);
  await send("/call/upsert_batch", { batch: [{ mode: "start", req: { start } }] });
  expect(await callIdsOf(place)).toEqual([endFirst]);
  const complete = { project_id: place.projectId, id: whole, trace_id: newId(), op_name: "op", ...times };
  await send(`/v2/${place.projectId}/calls/complete`, { batch: [complete] });
  expect(await callIdsOf(place)).toEqual([endFirst, whole]);
});

test("another project's call stays pending and never becomes an item here", async () => {
  const [place, other] = [await aQueue(api), await aQueue(api)];
  const [theirs = ""] = await someCalls(api, other.project, 1);
  expect(await add(place, [theirs])).toEqual({ addedCount: 0, duplicates: 0, pending: [theirs] });
  await api.db.query(
    sql`update call set display_name = 'again' where project_id = ${other.project.id} and id = ${theirs}`,
  );
  expect(await callIdsOf(place)).toEqual([]);
});

test("a call may be in two queues, each with its own item", async () => {
  const place = await aQueue(api);
  const second = { ...place, ...(await aQueueIn(api, place)) };
  const [id = ""] = await someCalls(api, place.project, 1);
  expect((await add(place, [id])).addedCount).toBe(1);
  expect((await add(second, [id])).addedCount).toBe(1);
  expect([await callIdsOf(place), await callIdsOf(second)]).toEqual([[id], [id]]);
});

test("items keep the order of the request", async () => {
  const place = await aQueue(api);
  const callIds = (await someCalls(api, place.project, 50)).reverse();
  await add(place, callIds);
  expect(await callIdsOf(place)).toEqual(callIds);
});

test("an unknown queue and another project's queue are not found alike", async () => {
  const [place, other] = [await aQueue(api), await aQueue(api)];
  for (const queueId of ["unknown", other.queueId])
    await expect(add({ ...place, queueId }, ["x"])).rejects.toMatchObject({
      status: 404,
      message: `Queue ${queueId} not found; it does not exist in this project or was deleted`,
    });
});

test.each([
  ["output", 200],
  ["inputs.prompt.text", 200],
  ["", 422],
  ["a.", 422],
  [".b", 422],
  ["a..b", 422],
])("the display field %j answers %d", async (field, status) => {
  const { caller, projectId, queueId } = await aQueue(api);
  const body = { project_id: projectId, call_ids: [], display_fields: [field] };
  const response = await api.send(caller, { path: `/annotation_queues/${queueId}/items`, body });
  expect(response.status).toBe(status);
});
