import { expect, test } from "vitest";
import {
  addQueueItems,
  createQueue,
  deleteQueue,
  queryQueueItems,
  removeQueueItem,
} from "#lib/contract/annotation/queues.ts";
import { completeCalls, deleteCalls } from "#lib/contract/traces/calls.ts";
import { createFeedback, purgeFeedback } from "#lib/contract/traces/feedback.ts";
import { queryThreads, summarizeThreads } from "#lib/contract/traces/threads.ts";
import { newId } from "#lib/platform/ids.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { pick, type Random, randomSource } from "#lib/testing/engines/random-source.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { testSize } from "#lib/testing/test-size.ts";
import { foldThreads } from "./fold-threads.ts";
import { noteEarlierThreads } from "./note-earlier-threads.ts";

const SEED = 20_261_206;
const ROUNDS = testSize({ usual: 100, whole: 480 });

const api = startHarness();

type Place = Awaited<ReturnType<typeof aRecorder>>;
type Sent = { id: string; threadId: string; isTurn: boolean; startedAt: string; hasFailed: boolean };

/** What a test has sent, and what is still there. */
type World = {
  place: Place;
  random: Random;
  calls: Map<string, Sent>;
  /** The id of a call by that of the feedback on it. */
  feedback: Map<string, string>;
  /** Calls by the queue that holds or awaits them. */
  queues: Map<string, Set<string>>;
  /** Ids of calls that are spoken of before they come. */
  expected: string[];
};

test(`after each of ${ROUNDS} random changes, threads with errors, feedback and places in queues are those that have them, folded or not`, async () => {
  const world = await aWorld(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    await change(world);
    if (world.random() < 0.35) await foldThreads(api.db);
    await check(world);
  }
}, 120_000);

test("summaries of an earlier version answer at once, and again when the worker has folded them", async () => {
  const world = await aWorld(SEED + 1);
  for (let round = 0; round < 30; round++) await change(world);
  await foldThreads(api.db);
  const projectId = world.place.project.id;
  const unknown = {
    ...{ failedCalls: null, failedTurns: null, firstFailed: null, lastFailed: null },
    ...{ feedback: null, firstGiven: null, lastGiven: null },
    ...{ queueItems: null, firstQueued: null, lastQueued: null },
  };
  await api.db.prisma.threadStat.updateMany({ where: { projectId }, data: unknown });
  for (let i = 0; i < 8; i++) await check(world);
  while ((await noteEarlierThreads(api.db)) > 0) await foldThreads(api.db);
  expect(await api.db.prisma.threadStat.count({ where: { feedback: null } })).toBe(0);
  for (let i = 0; i < 8; i++) await check(world);
}, 60_000);

async function aWorld(seed: number): Promise<World> {
  const place = await aRecorder(api);
  return {
    place,
    random: randomSource(seed),
    ...{ calls: new Map(), feedback: new Map(), queues: new Map() },
    expected: Array.from({ length: 12 }, newId),
  };
}

async function change(world: World): Promise<void> {
  const kind = world.random();
  if (kind < 0.35) return addCalls(world);
  if (kind < 0.55) return giveFeedback(world);
  if (kind < 0.65) return takeFeedback(world);
  if (kind < 0.8) return addToQueue(world);
  if (kind < 0.88) return takeFromQueue(world);
  if (kind < 0.93) return endQueue(world);
  return removeCall(world);
}

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.UTC(2026, 0, 1);

async function addCalls({ place: { caller, project }, random, calls, expected }: World): Promise<void> {
  const sent = Array.from({ length: 1 + Math.floor(random() * 3) }, (): Sent => {
    const id = (random() < 0.4 && expected.pop()) || newId();
    return {
      id,
      threadId: pick(["a", "b", "c", "d", "e", "f"], random),
      isTurn: random() < 0.6,
      startedAt: new Date(FIRST_MS + Math.floor(random() * 6) * HOUR_MS).toISOString(),
      hasFailed: random() < 0.12,
    };
  });
  const batch = sent.map(({ id, threadId, isTurn, startedAt, hasFailed }) => ({
    ...{ project_id: project.path, id, trace_id: id, op_name: "op", attributes: {}, inputs: {}, summary: {} },
    ...{ thread_id: threadId, started_at: startedAt, ended_at: startedAt },
    ...(isTurn ? { turn_id: id } : { turn_id: "a turn of another id" }),
    ...(hasFailed ? { exception: "it broke" } : {}),
  }));
  const { entity, name } = project;
  await api.call(caller, completeCalls, { entity, project: name, batch });
  for (const call of sent) calls.set(call.id, call);
}

/** A call that is there or still to come; null before there is any. */
function someCall({ calls, expected, random }: World): string | null {
  const from = random() < 0.2 ? expected : [...calls.keys()];
  return from.length > 0 ? pick(from, random) : null;
}

async function giveFeedback(world: World): Promise<void> {
  const callId = someCall(world);
  if (callId === null) return;
  const { caller, project } = world.place;
  const { id } = await api.call(caller, createFeedback, {
    projectId: project.path,
    weaveRef: `weave:///${project.path}/call/${callId}`,
    feedbackType: "wandb.note.1",
    payload: { note: "good" },
  });
  world.feedback.set(id, callId);
}

async function takeFeedback({ place: { caller, project }, random, feedback }: World): Promise<void> {
  if (feedback.size === 0) return;
  const id = pick([...feedback.keys()], random);
  const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] as [object, object] } };
  const body = { project_id: project.path, query };
  const response = await api.send(caller, { path: purgeFeedback.path, body });
  expect(response.status, await response.text()).toBe(200);
  feedback.delete(id);
}

async function addToQueue(world: World): Promise<void> {
  const { caller, project } = world.place;
  const projectId = project.path;
  const callId = someCall(world);
  if (callId === null) return;
  if (world.queues.size < 2) {
    const { id } = await api.call(caller, createQueue, { projectId, name: newId(), scorerRefs: [] });
    world.queues.set(id, new Set());
  }
  const queueId = pick([...world.queues.keys()], world.random);
  await api.call(caller, addQueueItems, { projectId, queueId, callIds: [callId], displayFields: ["inputs"] });
  world.queues.get(queueId)?.add(callId);
}

/** Items of calls that have come; what is only awaited cannot be removed. */
async function takeFromQueue({ place: { caller, project }, random, queues, calls }: World): Promise<void> {
  const projectId = project.path;
  const held = [...queues].flatMap(([queueId, ids]) => [...ids].map((callId) => ({ queueId, callId })));
  const there = held.filter(({ callId }) => calls.has(callId));
  if (there.length === 0) return;
  const { queueId, callId } = pick(there, random);
  const { items } = await api.call(caller, queryQueueItems, {
    projectId,
    queueId,
    sortBy: [],
    filter: { callId },
  });
  for (const { id } of items) await api.call(caller, removeQueueItem, { projectId, queueId, itemId: id });
  queues.get(queueId)?.delete(callId);
}

async function endQueue({ place: { caller, project }, random, queues }: World): Promise<void> {
  if (queues.size === 0) return;
  const queueId = pick([...queues.keys()], random);
  await api.call(caller, deleteQueue, { projectId: project.path, queueId });
  queues.delete(queueId);
}

async function removeCall({ place: { caller, project }, random, calls }: World): Promise<void> {
  if (calls.size === 0) return;
  const id = pick([...calls.keys()], random);
  await api.call(caller, deleteCalls, { projectId: project.path, callIds: [id] });
  calls.delete(id);
}

async function check({ place: { caller, project }, random, calls, feedback, queues }: World): Promise<void> {
  const projectId = project.path;
  const aTime = () => new Date(FIRST_MS + Math.floor(random() * 7) * HOUR_MS - HOUR_MS / 2).toISOString();
  const window = {
    ...(random() < 0.35 ? { afterDatetime: aTime() } : {}),
    ...(random() < 0.35 ? { beforeDatetime: aTime() } : {}),
  };
  const marks = {
    ...(random() < 0.5 ? { hasErrors: random() < 0.5 } : {}),
    ...(random() < 0.5 ? { hasFeedback: random() < 0.5 } : {}),
    ...(random() < 0.5 ? { inQueue: random() < 0.5 } : {}),
  };
  const filter = { ...window, ...marks };
  const inside = [...calls.values()].filter(
    ({ startedAt }) =>
      (window.afterDatetime === undefined || startedAt > window.afterDatetime) &&
      (window.beforeDatetime === undefined || startedAt < window.beforeDatetime),
  );
  const given = [...feedback.values()];
  const queued = new Set([...queues.values()].flatMap((ids) => [...ids]));
  const passing = [...Map.groupBy(inside, ({ threadId }) => threadId)].filter(([, own]) => {
    const agrees = (wanted: boolean | undefined, is: (call: Sent) => boolean) =>
      wanted === undefined || own.some(is) === wanted;
    return (
      own.some(({ isTurn }) => isTurn) &&
      agrees(marks.hasErrors, ({ hasFailed }) => hasFailed) &&
      agrees(marks.hasFeedback, ({ id }) => given.includes(id)) &&
      agrees(marks.inQueue, ({ id }) => queued.has(id))
    );
  });
  const what = JSON.stringify(filter);
  const found = await api.callAll(caller, queryThreads, { projectId, filter, offset: 0 });
  expect(found.map(({ threadId }) => threadId).sort(), what).toEqual(passing.map(([id]) => id).sort());
  const ids = new Set(passing.flatMap(([, own]) => own.map(({ id }) => id)));
  const summary = await api.call(caller, summarizeThreads, { projectId, filter });
  expect(summary, what).toMatchObject({
    threads: passing.length,
    feedback: given.filter((callId) => ids.has(callId)).length,
  });
}
