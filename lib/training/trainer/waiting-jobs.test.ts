import { expect, test, vi } from "vitest";
import type { Engine } from "#lib/engine/port/port.ts";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { aQueuedJob, aTrainedModel, eventsOf, linearParts, rowOf } from "#lib/testing/data/job-data.ts";
import { linearEngine, linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { linearTrainers, WAIT } from "#lib/testing/engines/linear-trainers.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

const api = startHarness();
const { finalWeights, run, running, start, untilEnded } = linearTrainers(api);

test("a full disk makes a job wait and say so, at a snapshot and at its checkpoint; it resumes where it was, without using an attempt", async () => {
  const [alone, full] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(linearPlan(8));
  await untilEnded(undisturbed, "completed");
  await running.pop()?.stop();
  const jobId = await aQueuedJob(api, full);
  const disk = { fullTimes: 0 };
  let steps = 0;
  const plan = linearPlan(8, () => {
    steps += 1;
    if (steps === 3 || steps === 8) disk.fullTimes = 2;
  });
  run({ ...linearParts(api, plan), engine: onDisk(disk) });
  await untilEnded(jobId, "completed");
  expect(steps).toBe(8);
  expect(await rowOf(api, jobId)).toMatchObject({ epoch: 1n, attempts: 0, waitingFor: null });
  const waits = (await eventsOf(api, jobId, { all: true })).filter(({ type }) => type === "waiting");
  const text = expect.stringMatching(/^waiting for disk space on \S+: [\d,]+ MiB free, 17 MiB needed$/);
  expect(waits.map(({ data }) => data.waiting_for)).toEqual([text, null, text, null]);
  expect(await finalWeights(full.modelId)).toEqual(await finalWeights(alone.modelId));
});

test("a job that waits for room on the disk can be cancelled, and is given back by a trainer that stops", async () => {
  const [cancelled, stopped] = [
    await aQueuedJob(api, await aTrainedModel(api)),
    await aQueuedJob(api, await aTrainedModel(api)),
  ];
  const parts = {
    ...linearParts(api, linearPlan(8)),
    engine: onDisk({ fullTimes: Number.POSITIVE_INFINITY }),
  };
  run(parts);
  const untilWaiting = (jobId: string) =>
    vi.waitFor(async () => expect((await rowOf(api, jobId)).waitingFor).toMatch(/disk space/), WAIT);
  await untilWaiting(cancelled);
  await askCancel(api.db, cancelled);
  await untilEnded(cancelled, "cancelled");
  await untilWaiting(stopped);
  await running.pop()?.stop();
  expect(await rowOf(api, stopped)).toMatchObject({ state: "queued", attempts: 0, claims: 0 });
});

test("a job waits for memory that others have, with the numbers and without using an attempt, and fails where the machine has too little", async () => {
  const machine = { limit: 2 ** 32, free: 2 ** 30 };
  let needed = 3 * 2 ** 30;
  const openTrainer: Engine["openTrainer"] = async (policy, options) => {
    if (needed > machine.free)
      throw new TooLittleMemory("Training all weights of this model", needed, machine);
    return linearEngine.openTrainer(policy, options);
  };
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  run({ ...linearParts(api, linearPlan(3)), engine: { ...linearEngine, openTrainer } });
  await vi.waitFor(
    async () =>
      expect((await rowOf(api, jobId)).waitingFor).toMatch(
        /^Training all weights of this model needs about 3,072 MiB of memory, and 1,024 MiB are free on this machine/,
      ),
    WAIT,
  );
  expect(await rowOf(api, jobId)).toMatchObject({ state: "queued", attempts: 0, claims: 0 });
  needed = 0;
  await untilEnded(jobId, "completed");
  needed = 5 * 2 ** 30;
  const tooLarge = await aQueuedJob(api, await aTrainedModel(api));
  await untilEnded(tooLarge, "failed");
  expect((await rowOf(api, tooLarge)).errorMessage).toBe(
    "Training all weights of this model needs about 5,120 MiB of memory, and this machine has 4,096 MiB",
  );
});

/** The linear engine on a disk that is full for so many writes to come. */
function onDisk(disk: { fullTimes: number }): Engine {
  const openTrainer: Engine["openTrainer"] = async (policy, options) => {
    const trainer = await linearEngine.openTrainer(policy, options);
    const write = (real: (folder: string) => Promise<void>) => async (folder: string) => {
      if (disk.fullTimes-- > 0)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      await real(folder);
    };
    trainer.snapshot = write(trainer.snapshot.bind(trainer));
    trainer.exportPolicy = write(trainer.exportPolicy.bind(trainer));
    return trainer;
  };
  return { ...linearEngine, openTrainer };
}
