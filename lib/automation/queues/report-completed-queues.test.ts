import { expect, test } from "vitest";
import { addQueueItems, queryQueueItems, updateItemProgress } from "#lib/contract/annotation/queues.ts";
import { aDesk, type Settings, someCalls } from "#lib/testing/data/queue-data.ts";
import { aWitness } from "#lib/testing/data/webhook-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { reportCompletedQueues } from "./report-completed-queues.ts";

const api = startHarness();

/** A queue with two items, and how often it is reported so far, looked at more often than it changes. */
async function aQueueOfTwo(settings: Settings = { annotatorsPerItem: 2 }) {
  const desk = await aDesk(api, { items: 2, people: 2, settings });
  const change = async (person: number, itemId: string, annotationState: "completed" | "unstarted") => {
    const input = { ...desk.at, itemId, annotationState };
    await api.call(desk.person(person), updateItemProgress, input);
  };
  const look = async () => {
    for (const _ of [1, 2]) await reportCompletedQueues(api.db);
  };
  return { desk, change, look };
}

test("a queue with all the answers it wants is reported once, and again once further items have theirs", async () => {
  const { desk, change, look } = await aQueueOfTwo();
  const { reported } = await aWitness(api, ["queue.completed"], desk.project);
  const event = {
    type: "queue.completed",
    data: { project_id: desk.projectId, queue_id: desk.queueId },
  };
  await look();
  for (const [person, item] of [
    [0, 0],
    [0, 1],
    [1, 0],
  ] as const)
    await change(person, desk.id(item), "completed");
  await look();
  expect(await reported(), "one answer is missing").toEqual([]);
  await change(1, desk.id(1), "completed");
  await look();
  expect(await reported()).toEqual([event]);

  const callIds = await someCalls(api, desk.project, 1);
  await api.call(desk.caller, addQueueItems, { ...desk.at, callIds, displayFields: [] });
  const { items } = await api.call(desk.caller, queryQueueItems, { ...desk.at });
  const added = items.at(-1)?.id ?? "";
  // All of it comes between two looks, so that it never was seen incomplete.
  for (const person of [0, 1]) await change(person, added, "completed");
  await look();
  expect(await reported()).toEqual([event, event]);

  await change(1, added, "unstarted");
  await look();
  expect(await reported()).toHaveLength(2);
});

test("a queue that asks everybody is complete when each item has an answer, and an empty one never is", async () => {
  const { desk, change, look } = await aQueueOfTwo({});
  const empty = await aDesk(api, { items: 0 });
  const other = await aWitness(api, ["queue.completed"], empty.project);
  const { reported } = await aWitness(api, ["queue.completed"], desk.project);
  await change(0, desk.id(0), "completed");
  await look();
  expect(await reported()).toEqual([]);
  await change(1, desk.id(1), "completed");
  await look();
  expect(await reported()).toHaveLength(1);
  expect(await other.reported()).toEqual([]);
});

test("what was complete before anybody listened is no news", async () => {
  const { desk, change, look } = await aQueueOfTwo({});
  for (const item of [0, 1]) await change(0, desk.id(item), "completed");
  const { reported } = await aWitness(api, ["queue.completed"], desk.project);
  await look();
  expect(await reported()).toEqual([]);
});
