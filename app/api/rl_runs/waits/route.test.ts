import { expect, test, vi } from "vitest";
import { getItemWork, releaseItems } from "#lib/contract/annotation/queue-work.ts";
import {
  addQueueItems,
  deleteQueue,
  type QueueItem,
  queryQueueItems,
} from "#lib/contract/annotation/queues.ts";
import { createWebhook, queryWebhookDeliveries } from "#lib/contract/automation/webhooks.ts";
import { createRetraction } from "#lib/contract/datasets/retractions.ts";
import * as people from "#lib/contract/reinforcement/rl-people.ts";
import * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aModelIn } from "#lib/testing/data/model-data.ts";
import { someCalls } from "#lib/testing/data/queue-data.ts";
import { aReview } from "#lib/testing/data/review-data.ts";
import { advanceOnce, anRlRun, aPrompt, LIKE_REFERENCE, readRlRun } from "#lib/testing/data/rl-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { ASKS_PEOPLE, aWaitingRun, WAITING_CONFIG } from "#lib/testing/runs/waiting-run.ts";

vi.setConfig({ testTimeout: 60_000 });

const api = startHarness();
startTestSampler({ capacity: 4096 });

routeGuarantees(api, people.queryRlWaits, ({ project }) => Promise.resolve({ project_id: project.path }));

test("the answers that people are asked about become calls and items once, and the round trains on what people said as soon as the last one did", async () => {
  const run = await aWaitingRun(api);
  const { items, asked } = run;
  expect(items).toHaveLength(5);
  const before = await run.rollouts();
  const parked = before.filter(({ callId }) => callId !== null);
  expect(new Set(parked.map(({ callId }) => callId))).toEqual(new Set(items.map(({ callId }) => callId)));
  const calls = await api.db.prisma.call.findMany({ where: { projectId: run.place.project.id } });
  expect(calls).toHaveLength(5);
  for (const call of calls) expect(call.threadId).toMatch(new RegExp(`^rl/${run.id}/1/[01]/\\d+$`));
  await run.step();
  const row = await api.db.prisma.rlRun.findUniqueOrThrow({ where: { id: run.id } });
  expect(row.waitingFor).toBe("people: 0 of 5 answers are decided");
  const [wait] = await run.waits();
  expect(wait).toMatchObject({
    ...{ runId: run.id, round: 1, parked: 5, answered: 0, fallback: "judge" },
    queueId: asked.at.queueId,
  });
  const hours = (Number(wait?.deadline) - Date.now()) / 3_600_000;
  expect([hours > 11.9, hours < 12.1]).toEqual([true, true]);

  for (const item of [0, 1, 2, 3]) await asked.say(1, item, { good: item % 2 === 0 });
  expect((await run.step()).rounds[0]).toMatchObject({
    phase: "waiting_for_people",
    people: { parked: 5, answered: 4 },
  });
  await asked.say(0, 4, { good: true });
  await run.step();
  const { rounds } = await run.step();
  expect(rounds[0]).toMatchObject({ phase: "training", jobId: expect.any(String) });
  expect(await run.waits()).toEqual([]);
  const after = await run.rollouts();
  for (const [at, rollout] of after.entries()) {
    const item = items.findIndex(({ callId }) => callId === rollout.callId);
    const said = item % 2 === 0 ? 1 : 0;
    expect(rollout).toMatchObject(
      item < 0
        ? { settledBy: null, humanValue: null, reward: before[at]?.reward }
        : { settledBy: "people", humanValue: said, reward: said },
    );
  }
});

const IS_OVER = /^The deadline of the run that asked about queue item \S+ has passed/;

test.each([
  ["judge", (graded: number | null) => graded],
  ["drop", () => null],
] as const)(
  "at the deadline what nobody answered is left to the fallback %s, and leaves the queue and the desks, which say why",
  async (fallback, expected) => {
    const run = await aWaitingRun(api, { fallback });
    const graded = await run.rollouts();
    const { desk } = run.asked;
    await run.asked.say(1, 0, { good: true });
    await desk.reserve(desk.person(0), { count: 3 });
    await desk.answer(desk.person(0), 1, { annotationState: "in_progress", feedback: [] });
    await run.passDeadline();
    const { rounds } = await run.step();
    expect(rounds[0]?.people).toMatchObject({ parked: 5, answered: 1, settledAt: expect.any(Date) });
    expect(Number(rounds[0]?.people?.settledAt)).toBeGreaterThanOrEqual(Number(rounds[0]?.people?.deadline));
    for (const [at, rollout] of (await run.rollouts()).entries()) {
      if (rollout.callId === null) continue;
      const isSaid = rollout.callId === run.items[0]?.callId;
      expect(rollout).toMatchObject({
        settledBy: isSaid ? "people" : fallback,
        reward: isSaid ? 1 : expected(graded[at]?.reward ?? null),
      });
    }
    const isOver = { status: 404, message: expect.stringMatching(IS_OVER) };
    await expect(run.asked.say(1, 1, { good: false })).rejects.toMatchObject(isOver);
    const asked = { ...run.asked.at, itemId: run.items[1]?.id ?? "" };
    await expect(api.call(desk.person(0), getItemWork, asked)).rejects.toMatchObject(isOver);
    const { items } = await api.call(run.place.caller, queryQueueItems, { ...run.asked.at });
    expect(items).toMatchObject([{ callId: run.items[0]?.callId, awaited: null }]);
    expect((await run.rollouts()).filter(({ settledBy }) => settledBy === "people")).toHaveLength(1);
  },
);

test("what somebody said whose answers are retracted rewards nothing, as if nobody had answered", async () => {
  const run = await aWaitingRun(api, { fallback: "drop" });
  await run.asked.desk.set({ annotatorsPerItem: 1 });
  for (const [item, person] of [0, 1, 0, 1, 1].entries()) await run.asked.say(person, item, { good: true });
  const { desk } = run.asked;
  const all = { itemIds: [], feedbackIds: [], reason: "", preview: false };
  const annotatorUserId = desk.person(0).userId;
  await api.call(run.place.caller, createRetraction, { ...desk.at, annotatorUserId, ...all });
  expect(await run.waits()).toMatchObject([{ parked: 5, answered: 3 }]);
  // Their items are closed, so nobody is waited for.
  await run.step();
  for (const { callId, settledBy, reward } of await run.rollouts()) {
    const item = run.items.findIndex((one) => one.callId === callId);
    if (item >= 0)
      expect([settledBy, reward]).toEqual([0, 2].includes(item) ? ["drop", null] : ["people", 1]);
  }
});

test("the mean of the others stands for what nobody answered", async () => {
  const run = await aWaitingRun(api, { fallback: "mean", budgetPerRound: 8 });
  const rollouts = await run.rollouts();
  const first = rollouts.filter(({ position }) => position === 0);
  const itemOf = (callId: string | null) => run.items.findIndex((item) => item.callId === callId);
  await run.asked.say(1, itemOf(first[0]?.callId ?? null), { good: true });
  await run.asked.say(1, itemOf(first[1]?.callId ?? null), { good: false });
  await run.passDeadline();
  await run.step();
  const settled = await run.rollouts();
  const rewardsAt = (position: number) =>
    settled.filter((one) => one.position === position).map(({ reward }) => reward);
  expect(rewardsAt(0)).toEqual([1, 0, 0.5, 0.5]);
  expect(rewardsAt(1)).toEqual([null, null, null, null]);
});

test("where the queue was deleted, what was to decide after the deadline decides at once", async () => {
  const run = await aWaitingRun(api, { fallback: "mean" });
  const { projectId, queueId } = run.asked.at;
  await api.call(run.place.caller, deleteQueue, { projectId, queueId });
  const { run: now, rounds } = await run.step();
  expect(now.state).not.toBe("failed");
  expect(rounds[0]?.phase).not.toBe("waiting_for_people");
  const settled = (await run.rollouts()).filter(({ callId }) => callId !== null);
  expect(settled).not.toHaveLength(0);
  for (const rollout of settled) expect(rollout.settledBy).not.toBeNull();
});

test("who may not read runs learns until when a queue is waited for, and not for which run", async () => {
  const run = await aWaitingRun(api);
  const annotator = await api.aCaller(run.place.project, "annotator");
  const viewer = await api.aCaller(run.place.project, "viewer");
  await run.asked.desk.set({ annotatorIds: [] });
  const read = async (caller: Caller) =>
    (await api.call(caller, people.queryRlWaits, { projectId: run.place.project.path })).waits;
  const [wait] = await run.waits();
  const { name } = (await readRlRun(api, run.place, run.id)).run;
  expect(wait?.name).toBe(name);
  expect(await read(viewer)).toEqual([wait]);
  expect(await read(annotator)).toEqual([{ ...wait, name: null }]);
  const key = await api.aCaller(run.place.project, "engineer", ["annotate"]);
  expect(await read(key)).toEqual([{ ...wait, name: null }]);
});

test("where the queue was archived, what was to decide after the deadline decides at once, beside what people had said", async () => {
  const run = await aWaitingRun(api);
  const { desk } = run.asked;
  await run.asked.say(1, 0, { good: true });
  await desk.set({ isArchived: true });
  const { run: now, rounds } = await run.step();
  expect(now.state).not.toBe("failed");
  expect(rounds[0]?.phase).not.toBe("waiting_for_people");
  expect(await run.waits()).toEqual([]);
  const settled = (await run.rollouts()).filter(({ callId }) => callId !== null);
  expect(settled.map(({ settledBy }) => settledBy).toSorted()).toEqual([
    ...["judge", "judge", "judge", "judge", "people"],
  ]);
});

test.each([
  ["archived", { isArchived: true }],
  ["deleted", { deletedAt: new Date() }],
])("where the queue is %s before a round, the round asks nobody and continues", async (_, data) => {
  const review = await aReview(api, { items: 0, people: 1, fields: { good: { type: "boolean" } } });
  const place = { project: review.desk.project, caller: review.desk.caller };
  const model = await aModelIn(api, place);
  const { id } = await anRlRun(api, place, {
    ...{ modelId: model.id, config: WAITING_CONFIG, graders: [LIKE_REFERENCE] },
    rows: [aPrompt("respond with yes or no", "yes"), aPrompt("hello", "maybe")],
    human: { ...ASKS_PEOPLE, queueId: review.at.queueId },
  });
  await api.db.prisma.annotationQueue.update({ where: { id: review.at.queueId }, data });
  await vi.waitFor(
    async () => {
      await advanceOnce(api, place);
      const { run, rounds } = await readRlRun(api, place, id);
      expect([run.state, rounds[0]?.phase]).toEqual(["running", "training"]);
    },
    { timeout: 50_000, interval: 5 },
  );
  expect(await api.db.prisma.queueItem.count({ where: { queueId: review.at.queueId } })).toBe(0);
});

test("items that a run waits for come first at the desk and say so, until they are decided or the deadline is over", async () => {
  const run = await aWaitingRun(api);
  const { asked, place } = run;
  const { desk } = asked;
  await desk.set({ itemOrder: "priority" });
  const callIds = await someCalls(api, place.project, 2);
  await api.call(place.caller, addQueueItems, { ...desk.at, callIds, displayFields: [] });
  await api.db.query(sql`
    update queue_item set priority = 1000 where queue_id = ${desk.queueId} and call_id = any(${callIds}::text[])`);
  const listed = async () => (await api.call(place.caller, queryQueueItems, desk.at)).items;
  const reserved = async (n: number) => {
    await api.call(desk.person(n), releaseItems, desk.at);
    return (await desk.reserve(desk.person(n), { count: 7 })).reserved.map(({ item }) => item);
  };
  const isOrdinary = ({ callId }: QueueItem) => callIds.includes(callId);

  const first = await reserved(0);
  expect(first.map(isOrdinary)).toEqual([false, false, false, false, false, true, true]);
  const priorities = first.slice(0, 5).map(({ priority }) => priority);
  expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
  const [wait] = await run.waits();
  const awaited = { runId: run.id, until: wait?.deadline.toISOString(), fallback: "judge" };
  for (const items of [first, await listed()])
    for (const item of items)
      expect([item.awaited, item.askedBy?.runId]).toEqual(
        isOrdinary(item) ? [null, undefined] : [awaited, run.id],
      );

  // One answer is enough for the run, and the queue wants one of everybody.
  await asked.say(1, 0, { good: true });
  await run.step();
  const marked = (await listed()).filter((item) => item.awaited !== null);
  expect(marked.map(({ id }) => id)).toEqual(run.items.slice(1).map(({ id }) => id));

  await api.db.query(sql`
    update queue_item set awaited_until = now() - interval '1 s' where queue_id = ${desk.queueId} and awaited_by is not null`);
  expect((await reserved(0)).slice(0, 2).map(isOrdinary)).toEqual([true, true]);
  expect((await listed()).every((item) => item.awaited === null)).toBe(true);

  await run.step();
  expect((await listed()).filter((item) => item.awaited !== null)).toHaveLength(4);
  await run.passDeadline();
  await run.step();
  expect((await listed()).every((item) => item.awaited === null)).toBe(true);
});

const HAS_ENDED = /^The run that asked about queue item \S+ has ended/;

test.each([false, true])(
  "a run that ends takes back what desks hold and have begun, and leaves what was said; it keeps what it has: %s",
  async (keep) => {
    const run = await aWaitingRun(api);
    const { desk } = run.asked;
    await run.asked.say(1, 0, { good: true });
    expect((await desk.reserve(desk.person(0), { count: 3 })).reserved).toHaveLength(3);
    await desk.answer(desk.person(0), 1, { annotationState: "in_progress", feedback: [] });
    const named = { projectId: run.place.project.path, runId: run.id };
    await api.call(run.place.caller, contract.cancelRlRun, { ...named, keep });
    if (keep) await run.step();
    expect((await readRlRun(api, run.place, run.id)).run.state).toBe(keep ? "completed" : "cancelled");
    const { items } = await api.call(run.place.caller, queryQueueItems, { ...run.asked.at });
    expect(items).toMatchObject([{ callId: run.items[0]?.callId, awaited: null }]);
    expect(await run.waits()).toEqual([]);

    // Who has one before them reads why it is gone.
    for (const item of [1, 2]) {
      const itemId = run.items[item]?.id ?? "";
      const asked = api.call(desk.person(0), getItemWork, { ...run.asked.at, itemId });
      await expect(asked).rejects.toMatchObject({ status: 404, message: expect.stringMatching(HAS_ENDED) });
    }
    await expect(run.asked.say(0, 2, { good: true })).rejects.toMatchObject({
      ...{ status: 404, message: expect.stringMatching(HAS_ENDED) },
    });
    // What has one of the answers that the queue wants keeps it, and nobody else is asked.
    expect((await desk.reserve(desk.person(0), { count: 3 })).reserved).toEqual([]);
  },
);

test("an answer that is sent while its run is stopped is taken or refused with the reason", async () => {
  const run = await aWaitingRun(api);
  const { desk } = run.asked;
  await desk.reserve(desk.person(0), { count: 5 });
  const named = { projectId: run.place.project.path, runId: run.id };
  const [stopped, ...said] = await Promise.allSettled([
    api.call(run.place.caller, contract.cancelRlRun, { ...named, keep: false }),
    ...run.items.map((_, n) => run.asked.say(0, n, { good: true })),
  ]);
  expect(stopped.status).toBe("fulfilled");
  const refused = said.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  for (const reason of refused)
    expect(reason).toMatchObject({ status: 404, message: expect.stringMatching(HAS_ENDED) });
  const { items } = await api.call(run.place.caller, queryQueueItems, { ...run.asked.at });
  expect(items).toHaveLength(said.length - refused.length);
});

test("a webhook hears once that a round waits for people", async () => {
  const review = await aReview(api, { items: 0, people: 1, fields: { good: { type: "boolean" } } });
  const { project, caller } = review.desk;
  const admin = await api.aCaller(project, "admin");
  const { webhook } = await api.call(admin, createWebhook, {
    ...{ projectId: project.path, url: "https://1.1.1.1/x", description: "", allowPrivate: false },
    events: ["rl_run.waiting_for_people"],
  });
  const model = await aModelIn(api, { project, caller });
  const { id } = await anRlRun(
    api,
    { project, caller },
    {
      ...{ modelId: model.id, config: WAITING_CONFIG, graders: [] },
      human: { ...ASKS_PEOPLE, fallback: "drop", queueId: review.at.queueId },
    },
  );
  await vi.waitFor(
    async () => {
      await advanceOnce(api, { project });
      expect((await readRlRun(api, { project, caller }, id)).rounds[0]?.people?.parked).toBe(4);
    },
    { timeout: 50_000, interval: 5 },
  );
  await advanceOnce(api, { project });
  const at = { projectId: project.path, webhookId: webhook.id, limit: 9, offset: 0 };
  const { deliveries } = await api.call(admin, queryWebhookDeliveries, at);
  expect(deliveries.map(({ type, payload }) => [type, payload.data])).toEqual([
    [
      "rl_run.waiting_for_people",
      {
        ...{ project_id: project.path, run_id: id, round: 1, queue_id: review.at.queueId },
        deadline: expect.stringMatching(/Z$/),
      },
    ],
  ]);
});

test("who could not be asked is refused at its place", async () => {
  const review = await aReview(api, {
    items: 0,
    fields: { tone: { type: "string", enum: ["kind", "rude"] }, note: { type: "string" } },
  });
  const { project, caller } = review.desk;
  const { id } = await anRlRun(api, { project, caller });
  const { run } = await readRlRun(api, { project, caller }, id);
  const base = { project_id: project.path, model_id: run.modelId, dataset_id: run.datasetId };
  const fit = { name: "a", grader: { type: "string_check", input: "a", reference: "b", operation: "eq" } };
  const { queueId } = review.at;
  const scores = { kind: 1, rude: 0 };
  const cases: [Record<string, unknown>, string | number][] = [
    [{ graders: [fit], human: { queue_id: "none" } }, "body.human.queue_id"],
    [{ graders: [fit], human: { queue_id: queueId } }, "body.human.scores"],
    [{ graders: [fit], human: { queue_id: queueId, scores, field: review.ref("note") } }, "body.human.field"],
    [{ graders: [], human: { queue_id: queueId, scores } }, "body.human.fallback"],
    [{ graders: [fit], human: { queue_id: queueId, scores, bend: 1 } }, "body.human.bend"],
    [{ graders: [] }, "body.graders"],
    [{ graders: [fit], human: { queue_id: queueId, scores } }, 200],
  ];
  const answerTo = async (more: Record<string, unknown>) => {
    const response = await api.send(caller, { path: "/rl_runs", body: { ...base, ...more } });
    const answered = await response.json();
    return response.status === 422 ? answered.detail[0].loc.join(".") : response.status;
  };
  for (const [more, loc] of cases) expect(await answerTo(more)).toBe(loc);
  await review.desk.set({ isArchived: true });
  expect(await answerTo({ graders: [fit], human: { queue_id: queueId, scores } })).toBe(
    "body.human.queue_id",
  );
});
