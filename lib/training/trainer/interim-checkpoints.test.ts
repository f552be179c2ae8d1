import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import {
  aQueuedJob,
  aTrainedModel,
  eventsOf,
  ledgerOf,
  linearParts,
  rowOf,
} from "#lib/testing/data/job-data.ts";
import { linearEngine, linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { linearTrainers, weightsOf } from "#lib/testing/engines/linear-trainers.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";
import { hashFolder } from "#lib/training/trainer/prepare/hash-folder.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";

const api = startHarness();
const { checkpointsOf, run, running, start, untilEnded } = linearTrainers(api);

function leaving(every: number, ...plan: Parameters<typeof linearPlan>): TrainingPlan {
  return { ...linearPlan(...plan), checkpointEvery: every };
}

test("a job leaves a checkpoint after every so many steps, each with the weights, the figures and the files of its step", async () => {
  const [model, short] = [await aTrainedModel(api), await aTrainedModel(api)];
  const jobId = await aQueuedJob(api, model);
  start(leaving(2, 6));
  await untilEnded(jobId, "completed");
  await running.pop()?.stop();
  const made = await checkpointsOf(model.modelId);
  const { startCheckpointId } = await rowOf(api, jobId);
  expect(made).toMatchObject(
    [2, 4, 6].map((jobStep, n) => ({
      step: n + 1,
      jobId,
      jobStep,
      isInterim: jobStep < 6,
      parentId: startCheckpointId,
    })),
  );
  for (const { folder, files } of made) expect(await hashFolder(absolutePath(folder ?? ""))).toEqual(files);
  const alone = await aQueuedJob(api, short);
  start({ ...linearPlan(6), totalSteps: 4 });
  await untilEnded(alone, "completed");
  const [upTo4] = await checkpointsOf(short.modelId);
  expect(await weightsOf(made[1]?.folder)).toEqual(await weightsOf(upTo4?.folder));
  expect(made[1]?.metrics).toEqual(upTo4?.metrics);
  const reported = (await eventsOf(api, jobId, { all: true })).filter(({ type }) => type === "checkpoint");
  expect(reported.map(({ data }) => [data.step, data.checkpoint_step])).toEqual([
    [2, 1],
    [4, 2],
  ]);
  expect(new Set((await eventsOf(api, jobId)).map(({ type }) => type))).toEqual(
    new Set(["training_started", "gradient_step", "training_ended"]),
  );
});

test("however often a job is interrupted, it leaves each checkpoint once, whole and with the same bits", async () => {
  const [alone, troubled] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(leaving(2, 9));
  await untilEnded(undisturbed, "completed");
  await running.pop()?.stop();
  const jobId = await aQueuedJob(api, troubled);
  // After a snapshot (3, 6), after a checkpoint without one (4, 8), and while a checkpoint is being written.
  const faults = new Set([4, 5, 7, 9]);
  let exports = 0;
  const parts = linearParts(
    api,
    leaving(2, 9, (step) => {
      if (faults.delete(step)) throw new Error("a planned fault");
    }),
  );
  run({
    ...parts,
    engine: {
      ...linearEngine,
      openTrainer: async (...args) => {
        const trainer = await linearEngine.openTrainer(...args);
        return new Proxy(trainer, {
          get: (target, name) => {
            if (name !== "exportPolicy") {
              const value: unknown = Reflect.get(target, name);
              return typeof value === "function" ? value.bind(target) : value;
            }
            return async (folder: string) => {
              await target.exportPolicy(folder);
              if (++exports === 2) throw new Error("a planned fault");
            };
          },
        });
      },
    },
  });
  await untilEnded(jobId, "completed");
  expect([faults.size, exports]).toEqual([0, 6]);
  const [whole, interrupted] = [await checkpointsOf(alone.modelId), await checkpointsOf(troubled.modelId)];
  const facts = (rows: typeof whole) =>
    rows.map(({ step, jobStep, isInterim, files, metrics }) => ({
      step,
      jobStep,
      isInterim,
      files,
      metrics,
    }));
  expect(facts(interrupted)).toEqual(facts(whole));
  expect(interrupted.map(({ jobStep }) => jobStep)).toEqual([2, 4, 6, 8, 9]);
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const { folder } of interrupted)
    expect((await readFile(path.join(absolutePath(folder ?? ""), "weights.bin"))).length).toBe(40);
});

test("a job that is cancelled keeps what it left on the way, and the newest checkpoint stays the one before it", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  start(
    leaving(2, 30, async (step) => {
      if (step === 6) await askCancel(api.db, jobId);
    }),
  );
  await untilEnded(jobId, "cancelled");
  expect(await checkpointsOf(model.modelId)).toMatchObject([
    { jobStep: 2, isInterim: true, deletedAt: null },
    { jobStep: 4, isInterim: true, deletedAt: null },
  ]);
  expect((await readdir(absolutePath(`checkpoints/${model.modelId}`))).length).toBe(2);
});

test("keep decides the last checkpoint alone: of a job that keeps its best step, the others stay beside it", async () => {
  const losses = [3, 2, 1, 2, 3, 2];
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const plan = leaving(4, 6);
  start({
    ...plan,
    keep: "best",
    step: async (trainer, number) => ({
      ...(await plan.step(trainer, number)),
      validation_loss: losses[number - 1] ?? 0,
    }),
  });
  await untilEnded(jobId, "completed");
  expect(await checkpointsOf(model.modelId)).toMatchObject([
    { jobStep: 4, isInterim: true },
    { jobStep: 3, isInterim: false },
  ]);
});

test("more than twenty are refused in words before the first step", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  start(leaving(2, 43));
  await untilEnded(jobId, "failed");
  expect((await rowOf(api, jobId)).errorMessage).toMatch(
    /would leave 21 .* may leave 20; send .* at least 3/,
  );
  const fewer = await aQueuedJob(api, await aTrainedModel(api));
  await running.pop()?.stop();
  start(leaving(2, 42));
  await untilEnded(fewer, "completed");
});
