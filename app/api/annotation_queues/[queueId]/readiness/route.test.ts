import { expect, test } from "vitest";
import { queryDatasetRejections, queryDatasetRows } from "#lib/contract/datasets/dataset-versions.ts";
import { archiveDataset } from "#lib/contract/datasets/datasets.ts";
import { getQueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import { diffDatasetVersion } from "#lib/contract/datasets/version-diff.ts";
import { validateSftTrainingJob } from "#lib/contract/training/training.ts";
import { USUAL_BATCH_SIZE, usualEpochs } from "#lib/contract/training/usual-epochs.ts";
import { sql } from "#lib/platform/db/sql.ts";
import {
  aDataset,
  aDatasetIn,
  anIntentQueue,
  aVersion,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { rowsOf } from "#lib/testing/guarantees/project-rows.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, getQueueReadiness, async (place) => {
  const { project_id, dataset_id } = await aDatasetIn(api, place);
  const { recipe } = await api.db.prisma.dataset.findUniqueOrThrow({ where: { id: dataset_id } });
  const { modelId } = await aTrainedModel(api, place);
  return { project_id, dataset_id, queue_id: queueIn(recipe), model_id: modelId };
});

function queueIn(recipe: unknown): unknown {
  return JSON.parse(JSON.stringify(recipe)).sources[0].queue_id;
}

function readinessOf(
  { desk, at }: ReviewPlace,
  more: { datasetId?: string; fieldRef?: string; modelId?: string } = {},
) {
  return api.call(desk.caller, getQueueReadiness, { ...at, ...more });
}

/** Everybody's answers, of which some agree, some differ and some are missing. */
async function anAnsweredQueue(): Promise<ReviewPlace> {
  const review = await anIntentQueue(api, { items: 14, people: 2 });
  const values = [
    "refund",
    "refund",
    "delivery",
    "refund",
    "account",
    "delivery",
    "refund",
    "refund",
    "refund",
  ];
  for (const [item, intent] of values.entries())
    for (const person of [0, 1]) await review.say(person, item, { intent });
  await review.say(0, 9, { intent: "refund" });
  await review.say(1, 9, { intent: "account" });
  await review.desk.answer(review.desk.person(0), 10, { annotationState: "skipped" });
  await review.say(0, 11, { intent: "delivery" }, { isFlagged: true });
  return review;
}

test("what a queue is ready for is what a build then gives, and a job on it", async () => {
  const review = await anAnsweredQueue();
  const { desk } = review;
  const recipe = intentRecipe(
    review,
    { consensus: { rule: "weighted" } },
    { split: { held_out: 0.3, seed: 3 } },
  );
  const { id, name } = await aDataset(api, desk, recipe);
  const { modelId } = await aTrainedModel(api, { project: desk.project });
  const before = await rowsOf(api, desk.project);
  const { datasets, readiness } = await readinessOf(review);
  expect(await rowsOf(api, desk.project)).toEqual(before);
  expect(datasets).toEqual([{ id, name, kind: "sft" }]);
  expect(readiness).toMatchObject({
    dataset: { id },
    problem: null,
    build: { isSampled: false, changes: null },
  });

  const { version } = await aVersion(api, desk, id);
  expect(readiness?.build?.counts).toEqual(version.counts);
  expect(version.counts.expectedWrongShare).toBeGreaterThan(0);
  const at = { projectId: desk.projectId, datasetId: id, version: "v0", limit: 200, offset: 0 };
  const { rows } = await api.call(desk.caller, queryDatasetRows, { ...at, split: "train" });
  const labels = Map.groupBy(rows, ({ row }) => JSON.stringify(row).match(/refund|delivery|account/)?.[0]);
  expect(new Map(readiness?.build?.labels.map((one) => [one.label, one.rows]))).toEqual(
    new Map([...labels].map(([label, all]) => [label, all.length])),
  );
  expect(readiness?.build?.labels[0]?.label).toBe("refund");
  const { rejections } = await api.call(desk.caller, queryDatasetRejections, at);
  const left = rejections.map(({ callId: _, words: _w, place: _p, sameAs: _s, ...one }) => one);
  expect(readiness?.build?.rejections.toSorted(byItem)).toEqual(left.toSorted(byItem));
  const check = await api.call(byBearer(desk.caller), validateSftTrainingJob, {
    modelId,
    trainingDataUrl: version.ref,
    // As the form of a job proposes it.
    config: { batchSize: USUAL_BATCH_SIZE, nEpochs: usualEpochs(version.counts.train, USUAL_BATCH_SIZE) },
  });
  const { tokens, longestRowTokens, contextLength, tooLongRows, isEstimated, steps, seconds } = check;
  expect(readiness?.training).toEqual({
    ...{ modelId, baseModel: "spindle-mini", tokens, longestRowTokens, contextLength, tooLongRows },
    ...{ isEstimated, steps, seconds, problem: null },
  });
  expect(tokens).toBeGreaterThan(0);
});

test("what is proposed to be trained last learned from the dataset, else from another one of the queue, else is the newest", async () => {
  const review = await anAnsweredQueue();
  const { desk } = review;
  const [taught, other, newest] = [
    await aTrainedModel(api, desk),
    await aTrainedModel(api, desk),
    await aTrainedModel(api, desk),
  ];
  const [first, second] = [
    await aDataset(api, desk, intentRecipe(review)),
    await aDataset(api, desk, intentRecipe(review)),
  ];
  const proposed = async ({ id }: { id: string }) =>
    (await readinessOf(review, { datasetId: id })).readiness?.training?.modelId;
  expect(await proposed(first)).toBe(newest.modelId);
  const learn = async ({ modelId }: { modelId: string }, { id, name }: { id: string; name: string }) => {
    await aVersion(api, desk, id);
    const job = await aQueuedJob(api, { modelId, project: desk.project });
    const ref = `weave:///${desk.project.path}/object/${name}:v0`;
    await api.db.query(sql`update training_job set dataset_ref = ${ref} where id = ${job}`);
  };
  await learn(taught, first);
  expect([await proposed(first), await proposed(second)]).toEqual([taught.modelId, taught.modelId]);
  await learn(other, second);
  expect([await proposed(first), await proposed(second)]).toEqual([taught.modelId, other.modelId]);
});

function byItem(a: { itemId: string }, b: { itemId: string }): number {
  return a.itemId < b.itemId ? -1 : 1;
}

test("what changed since the newest version is what the next one then says of it", async () => {
  const review = await anAnsweredQueue();
  const { desk } = review;
  const { id } = await aDataset(api, desk, intentRecipe(review, {}, { split: { held_out: 0.2 } }));
  await aVersion(api, desk, id);
  expect((await readinessOf(review)).readiness?.build?.changes).toMatchObject({
    ...{ against: 0, added: 0, removed: 0, changed: 0, rows: [] },
  });
  await review.say(0, 12, { intent: "account" });
  await review.decide(2, { intent: "account" });
  await review.desk.answer(review.desk.person(1), 3, { annotationState: "skipped", revision: 1 });
  await review.desk.answer(review.desk.person(0), 3, { annotationState: "skipped", revision: 1 });
  const foreseen = (await readinessOf(review)).readiness?.build?.changes;
  await aVersion(api, desk, id);
  const against = {
    projectId: desk.projectId,
    datasetId: id,
    version: "v1",
    against: "v0",
    limit: 50,
    offset: 0,
  };
  const { changes, ...counts } = await api.call(desk.caller, diffDatasetVersion, against);
  expect(foreseen).toEqual({ against: 0, ...counts, rows: changes });
  expect(counts).toMatchObject({ added: 1, removed: 1 });
  expect(counts.changed).toBeGreaterThanOrEqual(1);
});

test("how far people agree is that of the answers that the dataset takes", async () => {
  const review = await anAnsweredQueue();
  for (const item of [0, 1, 2, 3])
    await review.say(0, item, { intent: "refund", good: item % 2 === 0 }, { revision: 1 });
  for (const item of [0, 1, 2, 3])
    await review.say(1, item, { intent: "refund", good: item % 2 === 0 }, { revision: 1 });
  const { desk } = review;
  const good = { use: "approved", field: review.ref("good"), keep_if: { eq: true } };
  const labels = await aDataset(api, desk, intentRecipe(review), { name: "a-labels" });
  const approved = await aDataset(api, desk, intentRecipe(review, good), { name: "b-approved" });
  const { datasets, readiness } = await readinessOf(review);
  expect(datasets.map(({ name }) => name)).toEqual(["a-labels", "b-approved"]);
  expect(readiness).toMatchObject({ dataset: { id: approved.id }, agreement: { items: 4, value: 1 } });
  expect(readiness?.build?.labels).toEqual([]);
  const byIntent = await readinessOf(review, { datasetId: labels.id });
  expect(byIntent.readiness?.agreement).toMatchObject({ ref: review.ref("intent"), items: 10 });
  expect(byIntent.readiness?.agreement?.value).toBeLessThan(1);
  expect(await readinessOf(review, { fieldRef: review.ref("intent") })).toMatchObject({
    datasets: [{ id: labels.id }],
    readiness: { dataset: { id: labels.id } },
  });
});

test("without a dataset nothing is ready, and an archived one does not count", async () => {
  const review = await anIntentQueue(api, { items: 1 });
  expect(await readinessOf(review)).toEqual({ datasets: [], readiness: null });
  const { id } = await aDataset(api, review.desk, intentRecipe(review));
  await api.call(review.desk.caller, archiveDataset, { projectId: review.desk.projectId, datasetId: id });
  expect(await readinessOf(review)).toEqual({ datasets: [], readiness: null });
  await expect(readinessOf(review, { datasetId: id })).rejects.toMatchObject({ status: 404 });
});

test("an empty queue has nothing to build from, and an undecided one says so of each item", async () => {
  const empty = await anIntentQueue(api, { items: 0 });
  await aDataset(api, empty.desk, intentRecipe(empty));
  expect((await readinessOf(empty)).readiness).toMatchObject({
    agreement: { items: 0, value: null },
    build: { counts: { items: 0, train: 0, heldOut: 0, rejected: 0 }, labels: [], rejections: [] },
    training: { modelId: null, baseModel: "spindle-mini", tokens: 0, steps: 0, problem: null },
  });
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  await aDataset(api, review.desk, intentRecipe(review, { consensus: { rule: "decided" } }));
  await review.say(0, 0, { intent: "refund" });
  await review.say(0, 1, { intent: "delivery" });
  await review.decide(1, { intent: "delivery" });
  const { readiness } = await readinessOf(review);
  expect(readiness?.build?.counts).toMatchObject({
    candidates: 3,
    rejected: 2,
    rejectedBy: { undecided: 1, open: 1 },
  });
  expect(readiness?.build?.rejections).toContainEqual({
    ...{ source: 0, itemId: review.desk.id(0), reason: "undecided", detail: "" },
  });
});

test("what keeps a build from being made is said as the build says it", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  for (const item of [0, 1]) await review.say(item, item, { intent: "refund" });
  const weighted = intentRecipe(review, { consensus: { rule: "weighted" } });
  const { id } = await aDataset(api, review.desk, weighted);
  const { readiness } = await readinessOf(review);
  expect(readiness).toMatchObject({ build: null, training: null, problem: { code: "no_overlap" } });
  await expect(aVersion(api, review.desk, id)).rejects.toMatchObject({
    code: "no_overlap",
    message: readiness?.problem?.text,
  });
});

test("pairs and ratings are counted as the jobs that learn from them do", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  for (const item of [0, 1, 2]) await review.say(0, item, { good: item !== 1 });
  const ratings = { use: "ratings", field: review.ref("good"), good_if: { eq: true } };
  await aDataset(api, review.desk, intentRecipe(review, ratings, { split: { held_out: 0 } }), {
    kind: "kto",
  });
  const { readiness } = await readinessOf(review);
  expect(readiness?.build?.labels).toEqual([
    { label: "good", rows: 2 },
    { label: "bad", rows: 1 },
  ]);
  expect(readiness?.training).toMatchObject({ steps: 10, problem: null });
  expect(readiness?.training?.tokens).toBeGreaterThan(10);
});

test("prompts are not trained on by themselves", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  await aDataset(
    api,
    review.desk,
    { sources: [{ kind: "queue", queue_id: review.at.queueId, use: "questions" }] },
    {
      kind: "prompts",
    },
  );
  expect((await readinessOf(review)).readiness).toMatchObject({ agreement: null, training: null });
});
