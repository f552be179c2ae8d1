import { expect, test } from "vitest";
import { changeItems, sendItemBack } from "#lib/contract/annotation/queue-lead.ts";
import { updateQueue } from "#lib/contract/annotation/queues.ts";
import { rerouteAnnotator } from "#lib/contract/datasets/reroute.ts";
import { createRetraction, liftRetraction, queryRetractions } from "#lib/contract/datasets/retractions.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { aQueuedJob, aTrainedModel, rowOf } from "#lib/testing/data/job-data.ts";
import { aDesk, anItemIn, type DeskPlace } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, rerouteAnnotator, async (place) => {
  const { item_id: _, ...at } = await anItemIn(api, place);
  const { userId } = await api.aCaller(place.project, "annotator");
  return { ...at, annotator_user_id: userId, reason: "Answered without reading" };
});

type Asked = Partial<InputOf<typeof rerouteAnnotator>>;

function reroute(desk: DeskPlace, n: number, more: Asked = {}) {
  const meant = { annotatorUserId: desk.person(n).userId, retract: true, reason: "", preview: false };
  return api.call(desk.caller, rerouteAnnotator, { ...desk.at, ...meant, ...more });
}

const ONE = { annotatorsPerItem: 1 };

test("in one request a person's items are open to others, they get no more, and builds leave their answers out", async () => {
  const review = await anIntentQueue(api, { items: 5, people: 2 });
  const { desk } = review;
  await desk.set(ONE);
  for (const item of [0, 1, 2]) await review.say(1, item, { intent: "refund" });
  await review.decide(2, { intent: "account" });
  const { id } = await aDataset(api, desk, intentRecipe(review, {}, { split: { held_out: 0 } }));
  const before = await aVersion(api, desk, id);
  expect(before.version.counts.train).toBe(3);
  expect(await desk.numbersFor(desk.person(1), 1)).toEqual([3]);

  const preview = await reroute(desk, 1, { preview: true });
  expect(preview).toMatchObject({
    isChanged: true,
    openedCount: 2,
    keptDecidedCount: 1,
    keptAnsweredCount: 0,
    releasedCount: 1,
    annotatorIdsBefore: [],
    retraction: null,
    impact: { rowCount: 2, versionCount: 1 },
  });
  expect(await desk.open()).toEqual([3, 4]);

  const done = await reroute(desk, 1, { reason: "Answered without reading" });
  expect(done).toEqual({ ...preview, retraction: expect.anything() });
  expect(done.retraction).toMatchObject({
    annotatorUserId: desk.person(1).userId,
    itemIds: [0, 1, 2, 3].map((n) => desk.id(n)),
    reason: "Answered without reading",
  });
  expect(await desk.open()).toEqual([0, 1, 3, 4]);
  expect(done.annotatorIds).toContain(desk.person(0).userId);
  expect(done.annotatorIds).not.toContain(desk.person(1).userId);
  await expect(desk.reserve(desk.person(1))).rejects.toMatchObject({ status: 404 });
  expect(await desk.numbersFor(desk.person(0), 5)).toEqual([0, 1, 3, 4]);
  const after = await aVersion(api, desk, id);
  expect([after.version.counts.train, after.version.counts.rejectedBy]).toEqual([1, { open: 4 }]);
  const events = await api.db.prisma.auditEvent.findMany({
    where: { projectId: desk.project.id, action: "queue.rerouted" },
  });
  expect(events).toMatchObject([
    {
      target: desk.queueId,
      details: { annotator_user_id: desk.person(1).userId, opened: 2, retracted: true },
    },
  ]);
});

test("an item with enough answers of others stays closed, without theirs; one that wants another is open again", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 4 });
  const { desk } = review;
  await desk.set({ annotatorsPerItem: 3 });
  for (const person of [0, 1, 2]) await review.say(person, 0, { intent: "refund" });
  for (const person of [0, 1]) await review.say(person, 1, { intent: "refund" });
  await desk.set({ annotatorsPerItem: 2 });
  expect(await desk.open()).toEqual([]);
  const rest = { split: { held_out: 0 }, dedupe: { exact: false } };
  const each = intentRecipe(review, { consensus: { rule: "each" } }, rest);
  const { id } = await aDataset(api, desk, each);
  expect((await aVersion(api, desk, id)).version.counts.train).toBe(5);
  expect(await reroute(desk, 0)).toMatchObject({ openedCount: 1, keptAnsweredCount: 1 });
  expect(await desk.open()).toEqual([1]);
  expect(await desk.numbersFor(desk.person(3))).toEqual([1]);
  const { counts } = (await aVersion(api, desk, id)).version;
  expect([counts.train, counts.rejectedBy.retracted]).toEqual([3, 1]);
});

test("what was sent back, assigned to them or dropped by their skip goes to others too", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: { ...ONE, skipPolicy: "drop" } });
  const [careless, other] = [desk.person(0), desk.person(1)];
  await desk.answer(careless, 0);
  const to = { annotatorUserId: careless.userId, note: "Look again" };
  await api.call(desk.caller, sendItemBack, { ...desk.at, itemId: desk.id(0), ...to });
  await desk.answer(careless, 1, { annotationState: "skipped" });
  const assigned = { itemIds: [desk.id(2)], assignedTo: careless.userId };
  await api.call(desk.caller, changeItems, { ...desk.at, action: "assign", ...assigned });
  expect(await desk.numbersFor(other)).toEqual([]);
  expect(await reroute(desk, 0)).toMatchObject({ openedCount: 3 });
  expect(await desk.numbersFor(other)).toEqual([0, 1, 2]);
});

test("two of the same at once are one, and a repeat says that nothing changed", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: ONE });
  await desk.answer(desk.person(0), 0);
  await desk.reserve(desk.person(0), { count: 1 });
  const both = await Promise.all([reroute(desk, 0), reroute(desk, 0)]);
  expect(both.map(({ isChanged }) => isChanged).toSorted()).toEqual([false, true]);
  const again = await reroute(desk, 0);
  expect(again).toMatchObject({ isChanged: false, openedCount: 0, releasedCount: 0, retraction: null });
  const asked = { projectId: desk.projectId, limit: 10, offset: 0 };
  expect((await api.call(desk.caller, queryRetractions, asked)).totalCount).toBe(1);
});

test("a person whose answers are all retracted already is not retracted twice", async () => {
  const desk = await aDesk(api, { items: 1, people: 2, settings: ONE });
  await desk.answer(desk.person(0), 0);
  const everything = { annotatorUserId: desk.person(0).userId, itemIds: [], feedbackIds: [] };
  const meant = { projectId: desk.projectId, ...everything, reason: "", preview: false };
  await api.call(desk.caller, createRetraction, meant);
  expect(await reroute(desk, 0)).toMatchObject({ isChanged: true, openedCount: 1, retraction: null });
});

test("it is undone by lifting the retraction and giving the queue its people back; opened items stay open", async () => {
  const desk = await aDesk(api, { items: 2, people: 2, settings: ONE });
  await desk.answer(desk.person(0), 0);
  const { retraction, annotatorIdsBefore } = await reroute(desk, 0);
  const { projectId } = desk;
  await api.call(desk.caller, liftRetraction, { projectId, retractionId: retraction?.id ?? "" });
  await api.call(desk.caller, updateQueue, { ...desk.at, annotatorIds: annotatorIdsBefore });
  expect(await desk.open()).toEqual([0, 1]);
  expect(await desk.numbersFor(desk.person(0))).toEqual([0, 1]);
});

test("without retracting, what they said still counts", async () => {
  const desk = await aDesk(api, { items: 1, people: 2, settings: ONE });
  await desk.answer(desk.person(0), 0);
  expect(await reroute(desk, 0, { retract: false })).toMatchObject({ openedCount: 1, retraction: null });
});

test("with the retraction, jobs that still learn from their answers are cancelled where that is asked for", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  const { desk } = review;
  await desk.set(ONE);
  for (const item of [0, 1]) await review.say(1, item, { intent: "refund" });
  const recipe = intentRecipe(review, {}, { split: { held_out: 0 } });
  const { id } = await aDataset(api, desk, recipe, { name: "intents" });
  await aVersion(api, desk, id);
  const jobId = await aQueuedJob(api, await aTrainedModel(api, { project: desk.project }));
  const ref = `weave:///${desk.projectId}/object/intents:v0`;
  await api.db.query(sql`update training_job set dataset_ref = ${ref} where id = ${jobId}`);
  const state = async () => (await rowOf(api, jobId)).state;

  const none = { cancelledJobCount: 0, goingJobCount: 1 };
  expect(await reroute(desk, 1, { preview: true, cancelJobs: true })).toMatchObject({
    ...none,
    impact: { goingJobCount: 1, cancellableJobCount: 1 },
  });
  expect(await reroute(desk, 1, { retract: false, cancelJobs: true })).toMatchObject(none);
  expect(await reroute(desk, 1)).toMatchObject(none);
  expect(await state()).toBe("queued");
  const path = `/annotation_queues/${desk.queueId}/reroute`;
  const body = { project_id: desk.projectId, annotator_user_id: desk.person(1).userId, cancel_jobs: true };
  const response = await api.send(desk.caller, { method: "POST", path, body });
  expect(await response.json()).toMatchObject({ cancelled_job_count: 1, going_job_count: 0 });
  expect(await state()).toBe("cancelled");
});

test("a queue that names people names the others; the last one cannot be taken off", async () => {
  const desk = await aDesk(api, { items: 2, people: 3, settings: ONE });
  const named = [desk.person(0).userId, desk.person(1).userId];
  await desk.set({ annotatorIds: named });
  expect(await reroute(desk, 0)).toMatchObject({
    annotatorIds: named.slice(1),
    annotatorIdsBefore: named,
    impact: null,
  });
  await desk.answer(desk.person(1), 0);
  const refused = { status: 409, code: "last_annotator", message: expect.not.stringContaining(desk.queueId) };
  await expect(reroute(desk, 1)).rejects.toMatchObject(refused);
  expect(await desk.open()).toEqual([1]);
});

test("somebody who is not of the project is a 422 at its place", async () => {
  const desk = await aDesk(api);
  const stranger = await api.aCaller(await api.aProject());
  await expect(reroute(desk, 0, { annotatorUserId: stranger.userId })).rejects.toMatchObject({
    status: 422,
    problems: [expect.objectContaining({ loc: ["body", "annotator_user_id"] })],
  });
});
