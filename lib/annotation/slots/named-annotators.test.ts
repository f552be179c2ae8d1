import { beforeAll, expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import { addQueuePairs } from "#lib/contract/annotation/queue-lead.ts";
import { getItemWork, keepItems, releaseItems, reserveItems } from "#lib/contract/annotation/queue-work.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import type { Expression } from "#lib/contract/query.ts";
import { readCalls } from "#lib/testing/data/call-data.ts";
import { aDesk, type DeskPlace, someCalls } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

let desk: DeskPlace;
let named: Caller;
let other: Caller;

/** A queue that one of two annotators is named for. */
beforeAll(async () => {
  desk = await aDesk(api, { items: 2, people: 2 });
  [named, other] = [desk.person(0), desk.person(1)];
  await desk.set({ annotatorIds: [named.userId] });
});

/** The statuses of everything that a person can ask of the queue; the acts leave it as it was. */
async function statuses(person: Caller): Promise<Record<string, number>> {
  const item = { ...desk.at, itemId: desk.id(0) };
  const asked: Record<string, Promise<unknown>> = {
    get: api.call(person, contract.getQueue, desk.at),
    items: api.call(person, contract.queryQueueItems, desk.at),
    progress: api.call(person, contract.getQueueProgress, desk.at),
    work: api.call(person, getItemWork, item),
    reserve: api.call(person, reserveItems, { ...desk.at, count: 1 }),
    keep: api.call(person, keepItems, { ...desk.at, itemIds: [desk.id(0)] }),
    release: api.call(person, releaseItems, desk.at),
    answer: desk.answer(person, 0, { annotationState: "unstarted" }),
    move: api.call(person, contract.updateItemProgress, { ...item, annotationState: "unstarted" }),
  };
  const entries = Object.entries(asked).map(async ([name, promise]): Promise<[string, number]> => {
    try {
      await promise;
      return [name, 200];
    } catch (error) {
      return [name, error instanceof ApiError ? error.status : 0];
    }
  });
  return Object.fromEntries(await Promise.all(entries));
}

const READS = { get: 200, items: 200, progress: 200 };

test("to annotators who are not named the queue is not there", async () => {
  expect(new Set(Object.values(await statuses(other)))).toEqual(new Set([404]));
  expect(await api.callAll(other, contract.queryQueues, { projectId: desk.projectId })).toEqual([]);
  const asked = { projectId: desk.projectId, queueIds: [desk.queueId] };
  const { stats } = await api.call(other, contract.getQueueStats, asked);
  expect(stats).toEqual([{ queueId: desk.queueId, totalItems: 0, completedItems: 0 }]);
});

test("their answer is the one for a queue that does not exist", async () => {
  const messageOf = async (queueId: string) => {
    const error = await api.call(other, reserveItems, { ...desk.at, queueId, count: 1 }).catch((e) => e);
    return (error as ApiError).message.replaceAll(queueId, "<id>");
  };
  expect(await messageOf(desk.queueId)).toBe(await messageOf("00000000-0000-7000-8000-000000000000"));
});

test("who is named does everything", async () => {
  expect(new Set(Object.values(await statuses(named)))).toEqual(new Set([200]));
  expect(await api.callAll(named, contract.queryQueues, { projectId: desk.projectId })).toHaveLength(1);
});

test("engineers and admins see it, and cannot annotate it unless they are named; the refusal says who may", async () => {
  for (const role of ["engineer", "admin"] as const) {
    const person = await api.aCaller(desk.project, role);
    expect(await statuses(person)).toEqual({
      ...READS,
      work: 200,
      reserve: 403,
      keep: 403,
      release: 403,
      answer: 403,
      move: 403,
    });
    await expect(api.call(person, reserveItems, { ...desk.at, count: 1 })).rejects.toMatchObject({
      message: `Only ${named.name} may annotate queue ${desk.queueId}; a lead of the queue can add you`,
    });
  }
  const viewer = await api.aCaller(desk.project, "viewer");
  expect(await statuses(viewer)).toMatchObject({ ...READS, reserve: 403 });
});

test("the calls of the queue are out of reach of those who are not named, until another queue has one", async () => {
  const callIds = async (person: Caller) =>
    (await readCalls(api, { project: desk.project, caller: person })).map(({ id }) => id).sort();
  const all = desk.items.map(({ callId }) => callId).sort();
  expect(await callIds(named)).toEqual(all);
  expect(await callIds(other)).toEqual([]);
  const { id: queueId } = await api.call(desk.caller, contract.createQueue, {
    projectId: desk.projectId,
    name: "Open",
    scorerRefs: [],
  });
  const [first = ""] = desk.items.map(({ callId }) => callId);
  const added = { projectId: desk.projectId, queueId, callIds: [first], displayFields: [] };
  await api.call(desk.caller, contract.addQueueItems, added);
  expect(await callIds(other)).toEqual([first]);
});

test("queries about calls show membership in the queue only to its named annotators", async () => {
  const place = await aDesk(api, { items: 0, people: 2, settings: { kind: "pairwise" } });
  const { project, caller, at } = place;
  const [one, another] = [place.person(0), place.person(1)];
  await place.set({ annotatorIds: [one.userId] });
  const [callId = "", pairCallId = "", elsewhere = ""] = await someCalls(api, project, 3);
  const { projectId, queueId } = at;
  await api.call(caller, addQueuePairs, { ...at, pairs: [{ callId, pairCallId }], displayFields: [] });
  const open = await api.call(caller, contract.createQueue, { projectId, name: "Open", scorerRefs: [] });
  const shown = { projectId, queueId: open.id, callIds: [callId, pairCallId, elsewhere], displayFields: [] };
  await api.call(caller, contract.addQueueItems, shown);

  const isIn = (queue: string): Expression => ({
    $eq: [{ $getField: "annotation_queue_items.queue_id" }, { $literal: queue }],
  });
  const found = async (person: Caller, $expr: Expression) =>
    (await readCalls(api, { project, caller: person }, { query: { $expr } })).map(({ id }) => id);
  const all = [callId, pairCallId, elsewhere];
  for (const person of [one, caller]) {
    expect(await found(person, isIn(queueId))).toEqual([callId, pairCallId]);
    expect(await found(person, { $not: [isIn(queueId)] })).toEqual([elsewhere]);
  }
  expect(await found(another, isIn(open.id))).toEqual(all);
  expect(await found(another, isIn(queueId))).toEqual([]);
  expect(await found(another, { $not: [isIn(queueId)] })).toEqual(all);
});
