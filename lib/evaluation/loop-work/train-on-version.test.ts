import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createRetraction } from "#lib/contract/datasets/retractions.ts";
import type { LoopRun } from "#lib/contract/loops/loop-runs.ts";
import * as contract from "#lib/contract/loops/loops.ts";
import { getTrainingJob } from "#lib/contract/training/training.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { aDataset, anIntentQueue, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anEvaluation } from "#lib/testing/data/evaluation-data.ts";
import { QUICK } from "#lib/testing/data/job-data.ts";
import { advanceLoopsOnce, aLoop, runsOf } from "#lib/testing/data/loop-data.ts";
import { aJobIn, aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";

vi.setConfig({ testTimeout: 60_000 });

const api = startHarness();
let trainer: RunningTrainer;
beforeAll(() => {
  overrideSettings({ TRAIN_THREADS: "1" });
  const settings = { ...QUICK, terms: { leaseMs: 20_000, pauseMs: 1 } };
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings });
});
afterAll(() => trainer.stop());

type Place = { project: TestProject; caller: Caller };

async function untilEnded(place: Place, loopId: string) {
  return vi.waitFor(
    async () => {
      await advanceLoopsOnce(api, place);
      const [run] = await runsOf(api, place, loopId);
      expect(run?.endedAt, `${run?.state}: ${run?.waitingFor}`).toBeInstanceOf(Date);
      return run;
    },
    { timeout: 50_000, interval: 50 },
  );
}

test("a loop does not continue from a step that learned from answers that are retracted by now", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 2 });
  const { project, caller } = review.desk;
  const place = { project, caller };
  const dataset = await aDataset(api, place, intentRecipe(review, {}, { split: { held_out: 0 } }));
  const model = await aModelIn(api, place);
  const config = { batchSize: 2, nEpochs: 1 };
  const train = { kind: "sft" as const, modelId: model.id, start: "newest" as const, config };
  const { id: loopId } = await aLoop(api, place, { datasetId: dataset.id, train });
  const startOfNext = async () => {
    await api.call(caller, contract.runLoop, { projectId: project.path, loopId });
    return startOf(place, await untilEnded(place, loopId));
  };
  for (const person of [0, 1]) await review.say(person, person, { intent: "refund" });
  expect(await startOfNext()).toEqual([1, 0]);
  const all = { itemIds: [], feedbackIds: [], reason: "", preview: false };
  const annotatorUserId = review.desk.person(1).userId;
  await api.call(caller, createRetraction, { projectId: project.path, annotatorUserId, ...all });
  expect(await startOfNext()).toEqual([2, 0]);
  await review.say(0, 2, { intent: "delivery" });
  expect(await startOfNext()).toEqual([3, 2]);
});

test("where a loop says nothing of how to learn, its job does as the form of a job proposes for a queue's answers", async () => {
  const review = await anIntentQueue(api, { items: 12, people: 1 });
  const { project, caller } = review.desk;
  const place = { project, caller };
  const dataset = await aDataset(api, place, intentRecipe(review, {}, { split: { held_out: 0.4 } }));
  const model = await aModelIn(api, place);
  for (let item = 0; item < 12; item++) await review.say(0, item, { intent: "refund" });
  const { id: loopId } = await aLoop(api, place, {
    datasetId: dataset.id,
    train: { kind: "sft", modelId: model.id, start: "newest" },
  });
  await api.call(caller, contract.runLoop, { projectId: project.path, loopId });
  const run = await untilEnded(place, loopId);
  const job = await api.call(byBearer(caller), getTrainingJob, { trainingJobId: run?.jobId ?? "" });
  expect(job.config).toMatchObject({ assistant_turns: "last", batch_size: 4, n_epochs: 20, keep: "best" });
});

/** The step that the run of a loop made, and the one that its job started from. */
async function startOf({ caller }: Place, run: LoopRun | undefined) {
  const job = await api.call(byBearer(caller), getTrainingJob, { trainingJobId: run?.jobId ?? "" });
  return [run?.step, job.startedFromStep];
}

test.each(["newest", "alias"] as const)(
  "a job of a loop that waits for another one does not continue from what that one made, where it learned nothing: from %s",
  async (start) => {
    const review = await anIntentQueue(api, { items: 1, people: 1 });
    const { project, caller } = review.desk;
    const place = { project, caller };
    const dataset = await aDataset(api, place, intentRecipe(review, {}, { split: { held_out: 0 } }));
    const model = await aModelIn(api, place);
    // Held by a trainer elsewhere; it has left a step on the way.
    const other = await aJobIn(api, { project, model }, { state: "completed" });
    await api.db.query(
      sql`update training_job set state = 'running', lease_until = now() + interval '1 day' where id = ${other}`,
    );
    const made = { id: newId(), projectId: project.id, modelId: model.id, step: 5, jobId: other };
    await api.db.prisma.checkpoint.create({ data: made });
    const named = await api.send(byBearer(caller), {
      ...{ method: "PUT", path: `/v1/preview/models/${model.id}/aliases/production` },
      body: { step: 5 },
    });
    expect(named.status).toBe(200);
    const { id: evaluationId } = await anEvaluation(api, place);
    const { id: loopId } = await aLoop(api, place, {
      datasetId: dataset.id,
      train: { kind: "sft", modelId: model.id, start, config: { nEpochs: 1 } },
      measure: { evaluationId, metric: "nll", minGain: 0 },
      promote: { alias: "production", act: "ask" },
    });
    await review.say(0, 0, { intent: "refund" });
    await api.call(caller, contract.runLoop, { projectId: project.path, loopId });
    const jobId = await vi.waitFor(
      async () => {
        await advanceLoopsOnce(api, place);
        const [run] = await runsOf(api, place, loopId);
        return run?.jobId ?? Promise.reject(new Error(`The run is ${run?.state}: ${run?.waitingFor}`));
      },
      { timeout: 15_000 },
    );
    const dead = JSON.stringify([{ code: "guessing", severity: "dead", step: null, text: "" }]);
    await api.db.query(
      sql`update training_job set state = 'completed', lease_until = null, warnings = ${dead}::json where id = ${other}`,
    );
    const from = await vi.waitFor(async () => {
      const job = await api.call(byBearer(caller), getTrainingJob, { trainingJobId: jobId });
      return job.startedFromStep ?? Promise.reject(new Error(`The job is ${job.state}: ${job.waitingFor}`));
    }, 50_000);
    expect(from).toBe(0);
  },
);
