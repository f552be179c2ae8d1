import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { sql } from "#lib/db/sql.ts";
import type { Engine } from "#lib/engine/port.ts";
import { Rejected } from "#lib/errors.ts";
import { absolutePath } from "#lib/storage/data-paths.ts";
import { startHarness } from "#lib/testing/harness.ts";
import {
  aQueuedJob,
  aTrainedModel,
  endAllJobs,
  eventsOf,
  ledgerOf,
  linearParts,
  QUICK,
  rowOf,
} from "#lib/testing/job-data.ts";
import { LINEAR_FILE, linearEngine, linearPlan } from "#lib/testing/linear-engine.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";
import { TrainingDiverged, type TrainingPlan } from "#lib/training/training-plan.ts";
import type { TrainerParts } from "./prepared-job.ts";
import { type RunningTrainer, startTrainer } from "./start-trainer.ts";

const api = startHarness();
const WAIT = { timeout: 15_000, interval: 10 };
const trainers: RunningTrainer[] = [];
afterEach(async () => {
  for (const trainer of trainers.splice(0)) await trainer.stop();
  await endAllJobs(api);
});

test("a job runs to its end: its events in order, its steps once each, its checkpoint and its metrics", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  start(linearPlan(7));
  await untilEnded(jobId, "completed");
  const listed = await eventsOf(api, jobId);
  expect(listed.map(({ type }) => type)).toEqual([
    "training_started",
    ...Array.from({ length: 7 }, () => "gradient_step"),
    "training_ended",
  ]);
  expect(listed[0]?.data).toEqual({ num_rows: 7, num_sequences: 7 });
  for (const { type, data } of listed)
    if (type === "gradient_step")
      expect(Object.values(data).every((value) => typeof value === "number")).toBe(true);
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await rowOf(api, jobId)).toMatchObject({
    step: 7,
    totalSteps: 7,
    leaseUntil: null,
    errorMessage: null,
  });
  const [checkpoint] = await checkpointsOf(model.modelId);
  expect(checkpoint).toMatchObject({ step: 1, jobId });
  expect(Object.keys(Object(checkpoint?.metrics))).toEqual(["grad_norm", "gradient_step", "loss"]);
  expect(Reflect.get(Object(checkpoint?.metrics), "gradient_step")).toBe(4);
});

test("the live stream also tells the states in turn and what the model says at the first and the last step", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  start(linearPlan(3));
  await untilEnded(jobId, "completed");
  const all = await eventsOf(api, jobId, { all: true });
  expect(all.filter(({ type }) => type === "state").map(({ data }) => data.state)).toEqual([
    "validating",
    "running",
    "completed",
  ]);
  const samples = all.filter(({ type }) => type === "samples").map(({ data }) => data);
  expect(samples[0]).toEqual({ step: 0, samples: [{ prompt: "1 2 3", text: "0" }] });
  expect(samples.at(-1)).toEqual({ step: 3, samples: [{ prompt: "1 2 3", text: "3" }] });
});

test("a job without a step to do still makes a checkpoint, with the weights it began with", async () => {
  const model = await aTrainedModel(api);
  const [first, second] = [await aQueuedJob(api, model, { kind: "rl" }), await aQueuedJob(api, model)];
  start(linearPlan(0));
  await untilEnded(first, "completed");
  await untilEnded(second, "completed");
  expect((await eventsOf(api, first)).map(({ type, data }) => [type, data.num_sequences])).toEqual([
    ["training_started", 0],
    ["training_ended", undefined],
  ]);
  const [one, two] = await checkpointsOf(model.modelId);
  expect([one?.step, two?.step]).toEqual([1, 2]);
  expect(await weightsOf(two?.folder)).toEqual(await weightsOf(one?.folder));
});

test("a job that a stopped trainer gave back goes on where it was, and ends with the same weights to the bit", async () => {
  const [alone, interrupted] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(linearPlan(10));
  await untilEnded(undisturbed, "completed");
  await trainers.pop()?.stop();

  const jobId = await aQueuedJob(api, interrupted);
  const reached = Promise.withResolvers<void>();
  const first = start(linearPlan(10, (step) => (step === 5 ? reached.resolve() : undefined)));
  await reached.promise;
  await first.stop();
  expect(await rowOf(api, jobId)).toMatchObject({ state: "queued", attempts: 0 });
  start(linearPlan(10));
  await untilEnded(jobId, "completed");
  expect(await ledgerOf(api, jobId)).toEqual(await ledgerOf(api, undisturbed));
  expect(await finalWeights(interrupted.modelId)).toEqual(await finalWeights(alone.modelId));
});

test("a step that fails in passing is done again from the last snapshot, and told once", async () => {
  const [alone, troubled] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(linearPlan(8));
  await untilEnded(undisturbed, "completed");
  await trainers.pop()?.stop();
  const jobId = await aQueuedJob(api, troubled);
  let faults = 0;
  start(
    linearPlan(8, (step) => {
      if (step === 5 && faults++ < 2) throw new Error("a planned fault");
    }),
  );
  await untilEnded(jobId, "completed");
  expect(faults).toBeGreaterThan(1);
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await finalWeights(troubled.modelId)).toEqual(await finalWeights(alone.modelId));
});

test("a snapshot that was damaged on the disk is not taken up; the job begins again and tells no step twice", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  let isDamaged = false;
  start(
    linearPlan(8, async (step) => {
      if (step !== 5 || isDamaged) return;
      isDamaged = true;
      const { snapshot } = await rowOf(api, jobId);
      const folder = absolutePath(String(Reflect.get(Object(snapshot), "folder")));
      await writeFile(path.join(folder, "state.bin"), Buffer.alloc(84));
      throw new Error("a planned fault");
    }),
  );
  await untilEnded(jobId, "completed");
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("a job whose snapshot is not on this machine begins again and says so", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  let isGone = false;
  start(
    linearPlan(8, async (step) => {
      if (step !== 5 || isGone) return;
      isGone = true;
      await rm(absolutePath(`jobs/${jobId}/snapshots`), { recursive: true });
      throw new Error("a planned fault");
    }),
  );
  await untilEnded(jobId, "completed");
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const told = (await eventsOf(api, jobId, { all: true })).filter(({ type }) => type === "restarted");
  expect(told.map(({ data }) => data)).toEqual([
    { snapshot_step: 3, reason: "missing", host: expect.any(String) },
  ]);
});

test("a full disk makes a job wait and say so, at a snapshot and at its checkpoint; it goes on where it was, without a try", async () => {
  const [alone, full] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(linearPlan(8));
  await untilEnded(undisturbed, "completed");
  await trainers.pop()?.stop();
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
  const told = (await eventsOf(api, jobId, { all: true })).filter(({ type }) => type === "waiting");
  const text = expect.stringMatching(/^waiting for disk space on \S+: [\d,]+ MiB free, 17 MiB needed$/);
  expect(told.map(({ data }) => data.waiting_for)).toEqual([text, null, text, null]);
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
  await trainers.pop()?.stop();
  expect(await rowOf(api, stopped)).toMatchObject({ state: "queued", attempts: 0, claims: 0 });
});

test("a fault at every try ends the job with words of ours, not with those of the fault", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  start(
    linearPlan(3, () => {
      throw new Error("secret canary");
    }),
  );
  await untilEnded(jobId, "failed");
  const [last] = await eventsOf(api, jobId).then((events) => events.slice(-1));
  expect(last?.type).toBe("training_failed");
  expect(
    JSON.stringify(await rowOf(api, jobId), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    ),
  ).not.toContain("canary");
});

test.each<[string, () => number]>([
  ["a metric that is no number", () => Number.NaN],
  ["a metric without bound", () => Number.POSITIVE_INFINITY],
  [
    "a loss that the plan gave up on",
    () => {
      throw new TrainingDiverged("The loss of step 2 is NaN");
    },
  ],
])("%s ends the job with a reason, and the checkpoint before it stays the newest", async (_, bad) => {
  const model = await aTrainedModel(api);
  const good = await aQueuedJob(api, model);
  start(linearPlan(2));
  await untilEnded(good, "completed");
  await trainers.pop()?.stop();
  const jobId = await aQueuedJob(api, model);
  start(divergingAt(2, bad));
  await untilEnded(jobId, "failed");
  expect((await rowOf(api, jobId)).errorMessage).toMatch(/step 2/);
  expect((await eventsOf(api, jobId)).map(({ type }) => type)).toEqual([
    "training_started",
    "gradient_step",
    "training_failed",
  ]);
  expect((await checkpointsOf(model.modelId)).map(({ step }) => step)).toEqual([1]);
});

test("data that can never be trained on end the job with the reason, without a try more", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  let tries = 0;
  run({
    ...linearParts(api, linearPlan(1)),
    prepareJob: async () => {
      tries += 1;
      throw new Rejected("line 3 has no messages");
    },
  });
  await untilEnded(jobId, "failed");
  expect(tries).toBe(1);
  expect(await eventsOf(api, jobId)).toMatchObject([
    { type: "training_failed", data: { error_message: "line 3 has no messages" } },
  ]);
});

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

test("the optimiser's state goes on from one reinforcement job to the next, and begins anew behind a supervised one", async () => {
  const kinds = ["rl", "rl", "sft", "rl"] as const;
  const model = await aTrainedModel(api);
  const updatesAtStart: number[] = [];
  const plan = linearPlan(3);
  run(
    linearParts(api, {
      ...plan,
      prepare: async (trainer) => void updatesAtStart.push(trainer.updates),
    }),
  );
  for (const kind of kinds) await untilEnded(await aQueuedJob(api, model, { kind }), "completed");
  expect(updatesAtStart).toEqual([0, 3, 0, 0]);
});

test("a frozen trainer that wakes up after another has taken its job leaves everything as the other one made it", async () => {
  const [alone, shared] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(linearPlan(6));
  await untilEnded(undisturbed, "completed");
  await trainers.pop()?.stop();

  const jobId = await aQueuedJob(api, shared);
  const [frozen, thaw] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const quiet = { ...QUICK, terms: { leaseMs: 3_600_000, pauseMs: 0 } };
  run(
    linearParts(
      api,
      linearPlan(6, async (step) => {
        if (step !== 3) return;
        frozen.resolve();
        await thaw.promise;
      }),
      quiet,
    ),
  );
  await frozen.promise;
  await api.db.query(sql`
    update training_job set lease_until = now() - interval '1 s', next_attempt_at = now() - interval '1 s' where id = ${jobId}`);
  start(linearPlan(6));
  await untilEnded(jobId, "completed");
  const after = await rowOf(api, jobId);
  thaw.resolve();
  await trainers.shift()?.stop();
  expect(await rowOf(api, jobId)).toEqual(after);
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await finalWeights(shared.modelId)).toEqual(await finalWeights(alone.modelId));
});

function start(plan: TrainingPlan): RunningTrainer {
  return run(linearParts(api, plan));
}

function run(parts: TrainerParts): RunningTrainer {
  const trainer = startTrainer(parts);
  trainers.push(trainer);
  return trainer;
}

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

function divergingAt(step: number, bad: () => number): TrainingPlan {
  const plan = linearPlan(5);
  return {
    ...plan,
    step: async (trainer, number) => {
      const metrics = await plan.step(trainer, number);
      return number === step ? { ...metrics, loss: bad() } : metrics;
    },
  };
}

async function untilEnded(jobId: string, state: string): Promise<void> {
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).endedAt).not.toBeNull(), WAIT);
  expect(await rowOf(api, jobId)).toMatchObject({ state });
}

function checkpointsOf(modelId: string) {
  return api.db.prisma.checkpoint.findMany({ where: { modelId, step: { gt: 0 } }, orderBy: { step: "asc" } });
}

function weightsOf(folder: string | null | undefined): Promise<Buffer> {
  return readFile(path.join(absolutePath(folder ?? ""), LINEAR_FILE));
}

async function finalWeights(modelId: string): Promise<Buffer> {
  return weightsOf((await checkpointsOf(modelId)).at(-1)?.folder);
}
