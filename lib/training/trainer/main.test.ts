import path from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import * as models from "#lib/contract/models/models.ts";
import { createPreferenceTrainingJob } from "#lib/contract/training/preference-training.ts";
import * as contract from "#lib/contract/training/training.ts";
import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import { env } from "#lib/platform/env.ts";
import { aPair, aRow } from "#lib/testing/data/file-data.ts";
import { eventsOf, expireLease, ledgerOf, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { type ServiceProcess, serviceProcesses } from "#lib/testing/service-process.ts";
import { testSize } from "#lib/testing/test-size.ts";
import { TRAINER_SETTINGS } from "./start-trainer.ts";

const api = startHarness();
const start = serviceProcesses();
const startProcess = () => start("lib/training/trainer/main.ts");
/** Asking every now and then is a good part of what this file costs. */
const WAIT = { timeout: 120_000, interval: 100 };
const KILLS = testSize({ usual: 4, whole: 15 });
const STEPS = 110;
/** Where a job need not reach a snapshot by its steps. */
const FEW_STEPS = 30;
const EPOCHS = 2;
/** What a step depends on beside its rows: each of it must be the same after a crash. */
const COURSE = {
  nEpochs: EPOCHS,
  shuffle: true,
  seed: 7,
  lrSchedule: "cosine",
  warmupRatio: 0.1,
  keep: "best",
} as const;
const { snapshotEverySteps: SNAPSHOT_STEPS } = TRAINER_SETTINGS;
/** Two kills before a first step count as tries without progress; a third would be the end. */
const EARLY_KILLS = 2;

beforeAll(() => writeTinyModel(path.join(env().SPINDLE_DATA_DIR, "models/tiny")));

test("a job whose trainer is killed again and again ends with the bytes of one that was left alone, each step reported once", {
  tags: ["long"],
  timeout: 600_000,
}, async () => {
  const place = await aPlace();
  const quiet = await aJob(place, "quiet");
  const undisturbed = startProcess();
  await untilState(quiet, "completed");
  undisturbed.kill("SIGKILL");
  await undisturbed.ended;

  // Only now, so that the trainer before has not taken it already.
  const troubled = await aJob(place, "troubled");
  for (const more of killSteps()) {
    const { epoch, step } = await rowOf(api, troubled);
    const child = startProcess();
    await vi.waitFor(async () => {
      const now = await rowOf(api, troubled);
      expect(now.epoch).toBeGreaterThan(epoch);
      expect(now.step).toBeGreaterThanOrEqual(step + more);
    }, WAIT);
    child.kill("SIGKILL");
    await child.ended;
    expect((await rowOf(api, troubled)).endedAt).toBeNull();
    await expireLease(api, troubled);
  }
  startProcess();
  await untilState(troubled, "completed");
  expect(Number((await rowOf(api, troubled)).epoch)).toBe(KILLS + 1);
  expect(await ledgerOf(api, troubled)).toEqual(Array.from({ length: STEPS }, (_, n) => n + 1));
  expect(await checkpointFiles(troubled)).toEqual(await checkpointFiles(quiet));
});

test("a DPO and a KTO job whose trainers are killed after a snapshot end with the bytes of those that were left alone", {
  tags: ["long"],
  timeout: 300_000,
}, async () => {
  const place = await aPlace();
  const losses = ["dpo", "kto"] as const;
  const quiet = await Promise.all(
    losses.map((loss) => aPreferenceJob(place, { name: `quiet-${loss}`, loss })),
  );
  const undisturbed = startProcess();
  for (const jobId of quiet) await untilState(jobId, "completed");
  undisturbed.kill("SIGKILL");
  await undisturbed.ended;

  let child = undisturbed;
  for (const [at, loss] of losses.entries()) {
    const troubled = await aPreferenceJob(place, { name: `troubled-${loss}`, loss });
    // The trainer that ends the one is killed at the other.
    if (child === undisturbed) child = startProcess();
    await vi.waitFor(
      async () => expect((await rowOf(api, troubled)).step).toBeGreaterThanOrEqual(SNAPSHOT_STEPS + 2),
      WAIT,
    );
    child.kill("SIGKILL");
    await child.ended;
    expect((await rowOf(api, troubled)).endedAt).toBeNull();
    await expireLease(api, troubled);
    child = startProcess();
    await untilState(troubled, "completed");
    expect(Number((await rowOf(api, troubled)).epoch)).toBe(2);
    expect(await ledgerOf(api, troubled)).toEqual(await ledgerOf(api, quiet[at] ?? ""));
    expect(await checkpointFiles(troubled)).toEqual(await checkpointFiles(quiet[at] ?? ""));
  }
});

test("a trainer that is asked to stop gives its job back with all its steps, and the next one ends it", {
  timeout: 180_000,
}, async () => {
  const jobId = await aJob(await aPlace(), "stopped", FEW_STEPS);
  const child = startProcess();
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).step).toBeGreaterThan(3), WAIT);
  child.kill("SIGTERM");
  expect(await child.ended).toBe(0);
  const row = await rowOf(api, jobId);
  expect(row).toMatchObject({ state: "queued", attempts: 0, leaseUntil: null });
  expect(Object(row.snapshot).step).toBe(row.step);
  startProcess();
  await untilState(jobId, "completed");
  expect(await ledgerOf(api, jobId)).toEqual(Array.from({ length: FEW_STEPS }, (_, n) => n + 1));
});

test("a trainer that was frozen past its lease, and wakes up while another one does its job, writes nothing more of it and takes the next one", {
  tags: ["long"],
  timeout: 180_000,
}, async () => {
  const place = await aPlace();
  const jobId = await aJob(place, "shared");
  const trainers = [startProcess(), startProcess()];
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).step).toBeGreaterThan(3), WAIT);
  const [frozen, other] = firstTaker(trainers, jobId);
  frozen.kill("SIGSTOP");
  expect(await rowOf(api, jobId)).toMatchObject({ epoch: 1n, endedAt: null });
  await expect.poll(other.output, WAIT).toContain(takingOf(jobId, 2));
  frozen.kill("SIGCONT");
  await untilState(jobId, "completed");

  const [row, events] = [await rowOf(api, jobId), await eventsOf(api, jobId, { all: true })];
  expect(row.epoch).toBe(2n);
  expect(await ledgerOf(api, jobId)).toEqual(Array.from({ length: STEPS }, (_, n) => n + 1));
  const reported = events.filter(({ type }) => !["gradient_step", "samples", "speed"].includes(type));
  expect(reported.map(({ type, data }) => data.state ?? type)).toEqual([
    ...["queued", "validating", "running", "training_started"],
    ...["validating", "running"],
    ...["training_ended", "completed"],
  ]);
  expect(await api.db.prisma.checkpoint.count({ where: { jobId } })).toBe(1);

  other.kill("SIGTERM");
  expect(await other.ended).toBe(0);
  // However it learned that the job was gone (a lost lease, a broken connection), it takes another only once it has let go.
  const next = await aJob(place, "next", FEW_STEPS);
  await untilState(next, "completed");
  expect(frozen.output()).toContain(takingOf(next, 1));
  expect([await rowOf(api, jobId), await eventsOf(api, jobId, { all: true })]).toEqual([row, events]);
});

/** What a trainer logs when it takes a job under this epoch. */
function takingOf(jobId: string, epoch: number): string {
  return `"jobId":"${jobId}","epoch":"${epoch}"`;
}

/** The trainer that took a job first, and the other one. */
function firstTaker(trainers: readonly ServiceProcess[], jobId: string): [ServiceProcess, ServiceProcess] {
  const one = trainers.find(({ output }) => output().includes(takingOf(jobId, 1)));
  const other = trainers.find((trainer) => trainer !== one);
  if (!one || !other) throw new Error(`None of the two trainers says that it took job ${jobId}`);
  return [one, other];
}

type Place = { project: TestProject; caller: Caller };

async function aPlace(): Promise<Place> {
  const project = await api.aProject();
  return { project, caller: byBearer(await api.aCaller(project, "engineer")) };
}

/** After how many new steps each trainer is killed, seeded; the first ones are killed while they make ready. */
function killSteps(): number[] {
  const random = randomNumbers(15, "kills");
  return Array.from({ length: KILLS }, (_, kill) => (kill < EARLY_KILLS ? 0 : 1 + Math.floor(random() * 4)));
}

async function aTinyModel({ project, caller }: Place, name: string): Promise<string> {
  const { entity, name: projectName } = project;
  const model = await api.call(caller, models.createModel, {
    entity,
    project: projectName,
    name,
    baseModel: "tiny",
    returnExisting: false,
    training: { mode: "lora", rank: 2, alpha: 4 },
  });
  return model.id;
}

/** Epochs enough for a snapshot by their steps alone. */
async function aPreferenceJob(place: Place, { name, loss }: { name: string; loss: "dpo" | "kto" }) {
  const rows = Array.from({ length: 20 }, (_, n) => aPair(`What is ${n}?`, "one two", "yes or no")).join("");
  const job = await api.call(place.caller, createPreferenceTrainingJob, {
    modelId: await aTinyModel(place, name),
    trainingDataUrl: `data:,${encodeURIComponent(rows)}`,
    config: { loss, batchSize: 2, learningRate: 1e-3, nEpochs: loss === "kto" ? 3 : 6 },
  });
  return job.id;
}

/** A job of so many steps on a model of two layers, made as callers make it. */
async function aJob(place: Place, name: string, steps = STEPS): Promise<string> {
  const { caller } = place;
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => aRow(`What is ${n}?`, n % 2 ? "one two" : "yes or no")).join("");
  const inline = (text: string) => `data:,${encodeURIComponent(text)}`;
  const job = await api.call(caller, contract.createSftTrainingJob, {
    modelId: await aTinyModel(place, name),
    trainingDataUrl: inline(rows(steps / EPOCHS)),
    validationDataUrl: inline(rows(4)),
    config: { batchSize: 1, learningRate: 1e-3, ...COURSE },
  });
  return job.id;
}

async function untilState(jobId: string, state: string): Promise<void> {
  await vi.waitFor(async () => {
    const row = await rowOf(api, jobId);
    expect(row.endedAt, row.errorMessage ?? row.state).not.toBeNull();
  }, WAIT);
  expect(await rowOf(api, jobId)).toMatchObject({ state, errorMessage: null });
}

async function checkpointFiles(jobId: string): Promise<unknown> {
  return (await api.db.prisma.checkpoint.findFirstOrThrow({ where: { jobId } })).files;
}
