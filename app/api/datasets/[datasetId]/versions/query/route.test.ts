import { expect, test, vi } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { getDataset } from "#lib/contract/datasets/datasets.ts";
import { createRetraction, liftRetraction, restoreRetraction } from "#lib/contract/datasets/retractions.ts";
import { noteInForce } from "#lib/datasets/retractions/in-force.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aDataset,
  anIntentQueue,
  aVersion,
  aVersionIn,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryDatasetVersions, async (place) => {
  const { version: _, ...at } = await aVersionIn(api, place);
  return at;
});

test("versions come newest first, a page at a time", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  const { desk } = review;
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review));
  for (const item of [0, 1, 2]) {
    await review.say(0, item, { intent: "refund" });
    await aVersion(api, desk, datasetId);
  }
  const at = { projectId: desk.projectId, datasetId };
  const page = await api.call(desk.caller, contract.queryDatasetVersions, { ...at, limit: 2, offset: 1 });
  expect(page.totalCount).toBe(3);
  expect(page.versions.map(({ number, counts }) => [number, counts.train + counts.heldOut])).toEqual([
    [1, 2],
    [0, 1],
  ]);
});

const ALL_TO_TRAIN = { split: { held_out: 0 } };

function readVersions({ desk }: ReviewPlace, datasetId: string) {
  const at = { projectId: desk.projectId, datasetId, limit: 10, offset: 0 };
  return api.call(desk.caller, contract.queryDatasetVersions, at);
}

/** By the number of the version. */
async function retractedIn(review: ReviewPlace, datasetId: string) {
  const { versions } = await readVersions(review, datasetId);
  return Object.fromEntries(versions.map(({ number, retracted }) => [`v${number}`, retracted]));
}

async function retractPerson({ desk }: ReviewPlace, person: number): Promise<string> {
  const all = { itemIds: [], feedbackIds: [], reason: "", preview: false };
  const annotatorUserId = desk.person(person).userId;
  const input = { projectId: desk.projectId, annotatorUserId, ...all };
  return (await api.call(desk.caller, createRetraction, input)).retraction?.id ?? "";
}

test("a version says how many of its rows were retracted since, in raw JSON, and the one that is built again none", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 2 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  for (const item of [2, 3]) await review.say(1, item, { intent: "delivery" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, ALL_TO_TRAIN));
  const { version } = await aVersion(api, desk, datasetId);
  const copied = { sources: [{ kind: "version", ref: version.ref }], ...ALL_TO_TRAIN };
  const { id: copyId } = await aDataset(api, desk, copied);
  await aVersion(api, desk, copyId);
  expect(await retractedIn(review, datasetId)).toEqual({ v0: null });
  const retractionId = await retractPerson(review, 1);
  const response = await api.send(desk.caller, {
    path: `/datasets/${datasetId}/versions/query`,
    body: { project_id: desk.projectId },
  });
  expect(await response.json()).toMatchObject({ versions: [{ retracted: { train: 2, held_out: 0 } }] });
  expect(await retractedIn(review, copyId)).toEqual({ v0: { train: 2, heldOut: 0 } });
  await api.db.query(
    sql`update dataset_row set is_held_out = true where project_id = ${desk.project.id} and position = 2`,
  );
  expect(await retractedIn(review, datasetId)).toEqual({ v0: { train: 1, heldOut: 1 } });
  await aVersion(api, desk, datasetId);
  expect(await retractedIn(review, datasetId)).toEqual({ v0: { train: 1, heldOut: 1 }, v1: null });
  const { dataset } = await api.call(desk.caller, getDataset, { projectId: desk.projectId, datasetId });
  expect(dataset.latestVersion).toMatchObject({ number: 1, retracted: null });
  const asked = { projectId: desk.projectId, retractionId };
  await api.call(desk.caller, liftRetraction, asked);
  expect(await retractedIn(review, datasetId)).toEqual({ v0: null, v1: null });
  await api.call(desk.caller, restoreRetraction, asked);
  expect(await retractedIn(review, datasetId)).toEqual({ v0: { train: 1, heldOut: 1 }, v1: null });
});

test("a build that leaves out what was retracted and gives the same rows settles it, until that is in force again", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  await review.say(1, 1, { intent: "refund" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, ALL_TO_TRAIN));
  await aVersion(api, desk, datasetId);
  const retractionId = await retractPerson(review, 1);
  expect(await retractedIn(review, datasetId)).toEqual({ v0: { train: 1, heldOut: 0 } });
  expect((await aVersion(api, desk, datasetId)).isNew).toBe(false);
  expect(await retractedIn(review, datasetId)).toEqual({ v0: null });
  const asked = { projectId: desk.projectId, retractionId };
  await api.call(desk.caller, liftRetraction, asked);
  await aVersion(api, desk, datasetId);
  await api.call(desk.caller, restoreRetraction, asked);
  expect(await retractedIn(review, datasetId)).toEqual({ v0: { train: 1, heldOut: 0 } });
});

/** By the number of the version. */
async function countAgainIn(review: ReviewPlace, datasetId: string) {
  const { versions } = await readVersions(review, datasetId);
  return Object.fromEntries(versions.map(({ number, countAgain }) => [`v${number}`, countAgain]));
}

test("once a retraction is lifted, a version that was built without the answers says how many count again, in raw JSON", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 3 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  for (const item of [1, 2, 3]) await review.say(1, item, { intent: "refund" });
  await review.say(2, 3, { intent: "refund" });
  await review.decide(3, { intent: "delivery" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, ALL_TO_TRAIN));
  await aVersion(api, desk, datasetId);
  const retractionId = await retractPerson(review, 1);
  const { version } = await aVersion(api, desk, datasetId);
  const copied = { sources: [{ kind: "version", ref: version.ref }], ...ALL_TO_TRAIN };
  const { id: copyId } = await aDataset(api, desk, copied);
  await aVersion(api, desk, copyId);
  expect(await countAgainIn(review, datasetId)).toEqual({ v0: 0, v1: 0 });
  const asked = { projectId: desk.projectId, retractionId };
  await api.call(desk.caller, liftRetraction, asked);
  const response = await api.send(desk.caller, {
    path: `/datasets/${datasetId}/versions/query`,
    body: { project_id: desk.projectId },
  });
  expect(await response.json()).toMatchObject({ versions: [{ count_again: 3 }, { count_again: 0 }] });
  const { dataset } = await api.call(desk.caller, getDataset, { projectId: desk.projectId, datasetId });
  expect(dataset.latestVersion).toMatchObject({ number: 1, retracted: null, countAgain: 3 });
  // The copy took all that its source had.
  expect(await countAgainIn(review, copyId)).toEqual({ v0: 0 });
  // What another retraction means as well does not count yet.
  const other = { itemIds: [desk.id(2)], feedbackIds: [], reason: "", preview: false };
  const { retraction } = await api.call(desk.caller, createRetraction, {
    projectId: desk.projectId,
    ...other,
  });
  expect(await countAgainIn(review, datasetId)).toEqual({ v0: 0, v1: 2 });
  await api.call(desk.caller, liftRetraction, { ...asked, retractionId: retraction?.id ?? "" });
  // Retracted again, it lacks nothing that counts.
  await api.call(desk.caller, restoreRetraction, asked);
  expect(await countAgainIn(review, datasetId)).toEqual({ v0: 0, v1: 0 });
});

test("a build after lifting takes what counts again, also where it gives just the same rows", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  await review.say(1, 1, { intent: "refund" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, ALL_TO_TRAIN));
  await aVersion(api, desk, datasetId);
  const retractionId = await retractPerson(review, 1);
  expect((await aVersion(api, desk, datasetId)).isNew).toBe(false);
  await api.call(desk.caller, liftRetraction, { projectId: desk.projectId, retractionId });
  expect(await countAgainIn(review, datasetId)).toEqual({ v0: 1 });
  await aVersion(api, desk, datasetId);
  expect(await countAgainIn(review, datasetId)).toEqual({ v0: 0 });
});

test("the newest version is what the newest build gave, also where that is an older one", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  const { desk } = review;
  for (const person of [0, 1]) await review.say(person, person, { intent: "refund" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, ALL_TO_TRAIN));
  await aVersion(api, desk, datasetId);
  const retractionId = await retractPerson(review, 1);
  await aVersion(api, desk, datasetId);
  const at = { projectId: desk.projectId, datasetId };
  const latest = async () => {
    const { dataset } = await api.call(desk.caller, getDataset, at);
    const asked = { ...at, version: "latest", limit: 10, offset: 0 };
    const { totalCount } = await api.call(desk.caller, contract.queryDatasetRows, asked);
    return [dataset.latestVersion?.number, totalCount];
  };
  expect(await latest()).toEqual([1, 1]);
  await api.call(desk.caller, liftRetraction, { projectId: desk.projectId, retractionId });
  expect(await aVersion(api, desk, datasetId)).toMatchObject({ isNew: false, version: { number: 0 } });
  expect(await latest()).toEqual([0, 2]);
  expect(await countAgainIn(review, datasetId)).toEqual({ v0: 0, v1: 1 });
});

test("rows of another version that were left out count again, and what was erased or another project lifts does not", async () => {
  const [review, other] = [
    await anIntentQueue(api, { items: 3, people: 2 }),
    await anIntentQueue(api, { items: 2, people: 1 }),
  ];
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  for (const item of [1, 2]) await review.say(1, item, { intent: "delivery" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, ALL_TO_TRAIN));
  const { version } = await aVersion(api, desk, datasetId);
  const retractionId = await retractPerson(review, 1);
  await aVersion(api, desk, datasetId);
  const copied = { sources: [{ kind: "version", ref: version.ref }], ...ALL_TO_TRAIN };
  const { id: copyId } = await aDataset(api, desk, copied);
  await aVersion(api, desk, copyId);
  expect(await countAgainIn(review, copyId)).toEqual({ v0: 0 });
  const foreign = { projectId: other.desk.projectId, retractionId: await retractPerson(other, 0) };
  await api.call(other.desk.caller, liftRetraction, foreign);
  expect(await countAgainIn(review, copyId)).toEqual({ v0: 0 });
  await api.call(desk.caller, liftRetraction, { projectId: desk.projectId, retractionId });
  expect(await countAgainIn(review, copyId)).toEqual({ v0: 2 });
  expect(await countAgainIn(review, datasetId)).toEqual({ v0: 0, v1: 2 });
  const { callId } = desk.items[1] ?? {};
  await api.db.query(
    sql`delete from feedback where project_id = ${desk.project.id} and call_id = ${callId ?? ""}`,
  );
  expect(await countAgainIn(review, datasetId)).toEqual({ v0: 0, v1: 1 });
});

test("what another project retracts says nothing of a version", async () => {
  const [review, other] = [
    await anIntentQueue(api, { items: 1, people: 1 }),
    await anIntentQueue(api, { items: 1, people: 1 }),
  ];
  await review.say(0, 0, { intent: "refund" });
  const { desk } = review;
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review));
  await aVersion(api, desk, datasetId);
  await api.db.prisma.retraction.create({
    data: {
      ...{ id: newId(), projectId: other.desk.project.id, annotatorUserId: desk.person(0).userId },
      ...{ reason: "", createdBy: other.desk.caller.userId },
    },
  });
  expect(await retractedIn(review, datasetId)).toEqual({ v0: null });
});

test("a retraction that is stored while a build reads is not lost between them", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  await review.say(1, 1, { intent: "delivery" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, ALL_TO_TRAIN));
  const retractionId = await retractPerson(review, 1);
  const asked = { projectId: desk.projectId, retractionId };
  await api.call(desk.caller, liftRetraction, asked);
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const restoring = api.db.transaction(async (tx) => {
    await tx.prisma.retraction.update({ where: { id: retractionId }, data: { liftedAt: null } });
    await noteInForce(tx, { projectId: desk.project.id, id: retractionId });
    begin();
    await stored;
  });
  await begun;
  const building = aVersion(api, desk, datasetId);
  await Promise.race([building, vi.waitUntil(isSomebodyWaiting, { timeout: 10_000, interval: 20 })]);
  store();
  await restoring;
  expect((await building).version.counts).toMatchObject({ train: 2 });
  expect(await retractedIn(review, datasetId)).toEqual({ v0: { train: 1, heldOut: 0 } });
});

/** Whether a transaction waits for a lock by name. */
async function isSomebodyWaiting(): Promise<boolean> {
  const waiting = await api.db.query(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`);
  return waiting.length > 0;
}
