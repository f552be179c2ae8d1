import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { aQueuedJob, aTrainedModel, eventsOf, linearParts, rowOf } from "#lib/testing/data/job-data.ts";
import { LINEAR_FILE, linearEngine, linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { linearTrainers, WAIT } from "#lib/testing/engines/linear-trainers.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

const api = startHarness();
const { checkpointsOf, finalWeights, run, running, start, untilEnded } = linearTrainers(api);

test("a job that is cancelled stops within one step, without a checkpoint", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  let steps = 0;
  start(
    linearPlan(50, async (step) => {
      steps = step;
      if (step === 4) await askCancel(api.db, jobId);
    }),
  );
  await untilEnded(jobId, "cancelled");
  expect(steps).toBe(4);
  expect((await eventsOf(api, jobId)).at(-1)).toMatchObject({ data: { error_message: "cancelled" } });
  expect(await checkpointsOf(model.modelId)).toEqual([]);
});

test("a job that is stopped to keep what it has learned ends completed within one step, with the weights of that step", async () => {
  const [short, long] = [await aTrainedModel(api), await aTrainedModel(api)];
  const jobId = await aQueuedJob(api, long);
  const plan = linearPlan(50, async (step) => {
    if (step === 4) await askCancel(api.db, jobId, { keep: true });
  });
  start(plan);
  await untilEnded(jobId, "completed");
  expect((await eventsOf(api, jobId)).at(-1)).toMatchObject({ type: "training_ended", data: { steps: 4 } });
  const [kept] = await checkpointsOf(long.modelId);
  expect(kept).toMatchObject({ step: 1, jobStep: 4 });
  await running.pop()?.stop();
  const alone = await aQueuedJob(api, short);
  start({ ...linearPlan(50), totalSteps: 4 });
  await untilEnded(alone, "completed");
  expect(await finalWeights(long.modelId)).toEqual(await finalWeights(short.modelId));
});

test("where its trainer is gone, the next one keeps the newest snapshot; where nothing was learned yet, nothing is kept", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const reached = Promise.withResolvers<void>();
  const first = start(linearPlan(10, (step) => (step === 5 ? reached.resolve() : undefined)));
  await reached.promise;
  await first.stop();
  const { step } = await rowOf(api, jobId);
  await askCancel(api.db, jobId, { keep: true });
  const fresh = await aQueuedJob(api, await aTrainedModel(api));
  await askCancel(api.db, fresh, { keep: true });
  expect(await rowOf(api, fresh)).toMatchObject({ state: "cancelled" });
  start(linearPlan(10));
  await untilEnded(jobId, "completed");
  expect(await checkpointsOf(model.modelId)).toMatchObject([{ jobStep: step }]);
});

test("a job that is cancelled while its data are read stops reading", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  const reading = Promise.withResolvers<void>();
  run({
    ...linearParts(api, linearPlan(1)),
    // Data without an end.
    prepareJob: async (_db, _job, _engine, signal) => {
      reading.resolve();
      await once(signal, "abort");
      throw signal.reason;
    },
  });
  await reading.promise;
  await askCancel(api.db, jobId);
  await untilEnded(jobId, "cancelled");
});

test("a cancellation after the last step and before the checkpoint still counts, and leaves no files", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const parts = linearParts(api, linearPlan(2));
  let exported = "";
  const openTrainer: typeof linearEngine.openTrainer = async (policy, options) => {
    const trainer = await linearEngine.openTrainer(policy, options);
    const exportPolicy = trainer.exportPolicy.bind(trainer);
    trainer.exportPolicy = async (folder) => {
      exported = folder;
      await exportPolicy(folder);
      await askCancel(api.db, jobId);
    };
    return trainer;
  };
  run({ ...parts, engine: { ...linearEngine, openTrainer } });
  await untilEnded(jobId, "cancelled");
  expect(await checkpointsOf(model.modelId)).toEqual([]);
  // The files are removed after the job's end is announced.
  await vi.waitFor(() => expect(readFile(path.join(exported, LINEAR_FILE))).rejects.toThrow("ENOENT"), WAIT);
});
