import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { aQueuedJob, aTrainedModel, eventsOf, linearParts } from "#lib/testing/data/job-data.ts";
import { LINEAR_FILE, linearEngine, linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { linearTrainers, WAIT } from "#lib/testing/engines/linear-trainers.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

const api = startHarness();
const { checkpointsOf, run, start, untilEnded } = linearTrainers(api);

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
  // The files go after the job's end is told.
  await vi.waitFor(() => expect(readFile(path.join(exported, LINEAR_FILE))).rejects.toThrow("ENOENT"), WAIT);
});
