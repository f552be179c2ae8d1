import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-lead.ts";
import { createQueue, queryQueueItems } from "#lib/contract/annotation/queues.ts";
import { aDesk, someCalls } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.addQueuePairs, async ({ project, caller }) => {
  const at = { projectId: project.path, name: "Pairs", scorerRefs: [] };
  const { id } = await api.call(caller, createQueue, { ...at, kind: "pairwise" });
  const [call_id, pair_call_id] = await someCalls(api, project, 2);
  return {
    project_id: project.path,
    queue_id: id,
    pairs: [{ call_id, pair_call_id }],
    display_fields: ["output"],
  };
});

async function aPairQueue(calls: number) {
  const desk = await aDesk(api, { items: 0, settings: { kind: "pairwise" } });
  const ids = await someCalls(api, desk.project, calls);
  const add = (...pairs: [number, number][]) => {
    const named = pairs.map(([a, b]) => ({ callId: ids[a] ?? "none", pairCallId: ids[b] ?? "none" }));
    return api.call(desk.caller, contract.addQueuePairs, {
      ...desk.at,
      pairs: named,
      displayFields: ["output"],
    });
  };
  const pairs = async () => {
    const { items } = await api.call(desk.caller, queryQueueItems, desk.at);
    return items.map((item) => [ids.indexOf(item.callId), ids.indexOf(item.pairCallId ?? "")]);
  };
  return { desk, ids, add, pairs };
}

test("pairs become items in their order, and a call may be in several", async () => {
  const { add, pairs } = await aPairQueue(3);
  expect(await add([0, 1], [0, 2], [1, 2])).toEqual({ addedCount: 3, duplicates: 0, missing: [] });
  expect(await pairs()).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
});

test("a pair that is there already is a duplicate, in this request or before, whichever call comes first", async () => {
  const { add, pairs } = await aPairQueue(3);
  expect(await add([0, 1], [1, 0], [0, 1])).toEqual({ addedCount: 1, duplicates: 2, missing: [] });
  expect(await add([1, 0], [0, 1], [2, 1])).toEqual({ addedCount: 1, duplicates: 2, missing: [] });
  expect(await pairs()).toEqual([
    [0, 1],
    [2, 1],
  ]);
});

test("calls that have not arrived are named, and their pairs are not added", async () => {
  const { desk, ids, pairs } = await aPairQueue(2);
  const [callId = "", pairCallId = ""] = ids;
  const elsewhere = await aDesk(api, { items: 1 });
  const foreign = elsewhere.items[0]?.callId ?? "";
  const asked = [
    { callId, pairCallId: "nothing" },
    { callId: foreign, pairCallId },
    { callId, pairCallId },
    { callId: "nothing", pairCallId },
  ];
  const input = { ...desk.at, pairs: asked, displayFields: [] };
  expect(await api.call(desk.caller, contract.addQueuePairs, input)).toEqual({
    addedCount: 1,
    duplicates: 0,
    missing: ["nothing", foreign],
  });
  expect(await pairs()).toEqual([[0, 1]]);
});

test("eight clients that add the same pairs at once add each once", async () => {
  const { add, pairs } = await aPairQueue(9);
  const all = Array.from({ length: 8 }, (_, n): [number, number] => [n, n + 1]);
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, client) =>
      add(...all.map(([a, b]): [number, number] => (client % 2 ? [a, b] : [b, a]))),
    ),
  );
  expect(replies.reduce((sum, reply) => sum + reply.addedCount, 0)).toBe(8);
  expect(await pairs()).toHaveLength(8);
});

test("a queue that judges single calls takes no pairs, and a pair is of two calls", async () => {
  const single = await aDesk(api, { items: 2 });
  const [callId = "", pairCallId = ""] = single.items.map((item) => item.callId);
  const add = (pair: { callId: string; pairCallId: string }) =>
    api.call(single.caller, contract.addQueuePairs, { ...single.at, pairs: [pair], displayFields: [] });
  await expect(add({ callId, pairCallId })).rejects.toMatchObject({ status: 409 });
  await expect(add({ callId, pairCallId: callId })).rejects.toMatchObject({
    status: 422,
    problems: [expect.objectContaining({ loc: ["body", "pairs", 0, "pair_call_id"] })],
  });
});

test.each([
  ["output", 200],
  ["inputs.prompt.text", 200],
  ["a.", 422],
  ["a..b", 422],
])("the display field %j answers %d, as with single calls", async (field, status) => {
  const { caller, at } = await aDesk(api, { items: 0, settings: { kind: "pairwise" } });
  const body = { project_id: at.projectId, pairs: [], display_fields: [field] };
  const response = await api.send(caller, { path: `/annotation_queues/${at.queueId}/pairs`, body });
  expect(response.status).toBe(status);
});
