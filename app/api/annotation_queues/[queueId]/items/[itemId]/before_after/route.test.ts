import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { compareItem } from "#lib/contract/evaluation/before-after.ts";
import { createSftTrainingJob, getTrainingJob } from "#lib/contract/training/training.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { QUICK } from "#lib/testing/data/job-data.ts";
import { aJobIn, aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";

// Real jobs, in the process that also samples and serves.
vi.setConfig({ testTimeout: 60_000 });

const api = startHarness();
startTestSampler();
let trainer: RunningTrainer;
beforeAll(() => {
  overrideSettings({ TRAIN_THREADS: "1" });
  const settings = { ...QUICK, terms: { leaseMs: 20_000, pauseMs: 1 } };
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings });
});
afterAll(() => trainer.stop());

async function anAnsweredItemIn(place: Place) {
  const ids = await anItemIn(api, place);
  await api.db.prisma.itemProgress.create({
    data: {
      ...{ projectId: place.project.id, itemId: ids.item_id, queueId: ids.queue_id },
      ...{ annotatorId: place.caller.userId, state: "completed" },
    },
  });
  return ids;
}

const NOT_ANSWERED = { annotator: 409, engineer: 409, admin: 409 };
routeGuarantees(api, compareItem, { prepare: anAnsweredItemIn, roles: NOT_ANSWERED });

const WHOLE = { split: { held_out: 0 }, dedupe: { exact: false } };

/** A queue of which a model learned what people said to all but the last item: always the same. */
async function aTrainedQueue(source: Record<string, unknown> = {}) {
  const review = await anIntentQueue(api, { items: 5, people: 2 });
  const { desk } = review;
  for (const item of [0, 1, 2, 3]) await review.say(0, item, { intent: "refund" });
  const dataset = await aDataset(api, desk, intentRecipe(review, source, WHOLE));
  const { version } = await aVersion(api, desk, dataset.id);
  const model = await aModelIn(api, desk);
  const caller = byBearer(desk.caller);
  const job = await api.call(caller, createSftTrainingJob, {
    modelId: model.id,
    trainingDataUrl: version.ref,
    config: { batchSize: 4, learningRate: 0.01, nEpochs: 12 },
  });
  await vi.waitFor(
    async () => {
      const { status } = await api.call(caller, getTrainingJob, { trainingJobId: job.id });
      expect(status).toBe("COMPLETED");
    },
    { timeout: 50_000, interval: 50 },
  );
  return { review, dataset, model, job };
}

function compared(review: ReviewPlace, n: number, item: number) {
  return api.call(review.desk.person(n), compareItem, { ...review.at, itemId: review.desk.id(item) });
}

test("who has answered sees what the model says, before and after it learned; it is asked once", async () => {
  const { review, dataset, model, job } = await aTrainedQueue();
  const asked = compared(review, 1, 4);
  await expect(asked).rejects.toMatchObject({ status: 409, code: "not_answered" });
  await review.say(1, 4, { intent: "refund" }, { annotationState: "in_progress" });
  await expect(compared(review, 1, 4)).rejects.toMatchObject({ status: 409 });

  await review.say(1, 4, { intent: "account" }, { revision: 1 });
  const { comparison } = await compared(review, 1, 4);
  expect(comparison).toEqual({
    ...{ modelId: model.id, modelName: model.name, jobId: job.id, datasetId: dataset.id },
    ...{ datasetVersion: 0, rows: 4, own: "account" },
    before: { step: 0, text: expect.not.stringMatching(/^refund$/) },
    after: { step: 1, text: "refund" },
  });
  overrideSettings({ SPINDLE_SAMPLER_URL: "http://127.0.0.1:9" });
  expect((await compared(review, 1, 4)).comparison).toEqual(comparison);

  // A judge that is trained later on the same queue is asked something else.
  await review.say(0, 0, { intent: "refund", good: true }, { revision: 1 });
  const judging = { use: "judge", field: review.ref("good"), question: "Is it good?" };
  const ofJudge = await aDataset(api, review.desk, intentRecipe(review, judging, WHOLE));
  const { version } = await aVersion(api, review.desk, ofJudge.id);
  const place = { project: review.desk.project, model: await aModelIn(api, review.desk) };
  // As it stands afterwards: the trainer of this file would take one that is queued.
  const id = await aJobIn(api, place, { state: "completed" });
  const [checkpoint] = await someCheckpoints(api, place, [1]);
  await api.db.prisma.checkpoint.update({ where: { id: checkpoint ?? "" }, data: { jobId: id } });
  const datasetRef = `weave:///${review.desk.project.path}/object/${ofJudge.name}:v${version.number}`;
  await api.db.prisma.trainingJob.update({
    where: { id },
    data: { datasetRef, kind: "sft", endedAt: new Date() },
  });
  expect((await compared(review, 1, 4)).comparison).toEqual(comparison);
});

test("nothing is compared where no model learned from the queue, and nobody else's item is found", async () => {
  const [review, other] = [
    await anIntentQueue(api, { items: 1, people: 1 }),
    await anIntentQueue(api, { items: 1 }),
  ];
  await review.say(0, 0, { intent: "refund" });
  expect(await compared(review, 0, 0)).toEqual({ comparison: null });
  const foreign = { ...review.at, itemId: other.desk.id(0) };
  await expect(api.call(review.desk.person(0), compareItem, foreign)).rejects.toMatchObject({ status: 404 });
});
