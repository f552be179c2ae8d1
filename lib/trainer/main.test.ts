import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import * as models from "#lib/contract/models.ts";
import * as contract from "#lib/contract/training.ts";
import { randomNumbers } from "#lib/engine/embedded/random.ts";
import { childEnvironment, env } from "#lib/env.ts";
import { aRow } from "#lib/testing/file-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { expireLease, ledgerOf, rowOf } from "#lib/testing/job-data.ts";
import { byBearer } from "#lib/testing/model-data.ts";
import { writeTinyModel } from "#lib/testing/tiny-model.ts";

const api = startHarness();
const WAIT = { timeout: 120_000, interval: 5 };
const KILLS = 15;
const STEPS = 110;
/** Two kills before a first step count as tries without progress; a third would be the end. */
const EARLY_KILLS = 2;

let running: ChildProcess | null = null;
afterEach(() => running?.kill("SIGKILL"));
beforeAll(() => writeTinyModel(path.join(env().SPINDLE_DATA_DIR, "models/tiny")));

test("a job whose trainer is killed fifteen times ends with the bytes of one that was left alone, each step told once", {
  timeout: 600_000,
}, async () => {
  const project = await api.aProject();
  const place = { project, caller: byBearer(await api.aCaller(project, "engineer")) };
  const quiet = await aJob(place, "quiet");
  const undisturbed = startProcess();
  await untilState(quiet, "completed");
  undisturbed.kill("SIGKILL");
  await once(undisturbed, "exit");

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
    await once(child, "exit");
    expect((await rowOf(api, troubled)).endedAt).toBeNull();
    await expireLease(api, troubled);
  }
  startProcess();
  await untilState(troubled, "completed");
  expect(Number((await rowOf(api, troubled)).epoch)).toBe(KILLS + 1);
  expect(await ledgerOf(api, troubled)).toEqual(Array.from({ length: STEPS }, (_, n) => n + 1));
  expect(await checkpointFiles(troubled)).toEqual(await checkpointFiles(quiet));
});

test("a trainer that is told to stop gives its job back with all its steps, and the next one ends it", {
  timeout: 180_000,
}, async () => {
  const project = await api.aProject();
  const jobId = await aJob({ project, caller: byBearer(await api.aCaller(project, "engineer")) }, "stopped");
  const child = startProcess();
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).step).toBeGreaterThan(3), WAIT);
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
  const row = await rowOf(api, jobId);
  expect(row).toMatchObject({ state: "queued", attempts: 0, leaseUntil: null });
  expect(Object(row.snapshot).step).toBe(row.step);
  startProcess();
  await untilState(jobId, "completed");
  expect(await ledgerOf(api, jobId)).toEqual(Array.from({ length: STEPS }, (_, n) => n + 1));
});

/** After how many new steps each trainer is killed, seeded; the first ones are killed while they make ready. */
function killSteps(): number[] {
  const random = randomNumbers(15, "kills");
  return Array.from({ length: KILLS }, (_, kill) => (kill < EARLY_KILLS ? 0 : 1 + Math.floor(random() * 4)));
}

/** A job of so many steps on a model of two layers, made as callers make it. */
async function aJob(
  { project, caller }: { project: TestProject; caller: Caller },
  name: string,
): Promise<string> {
  const { entity, name: projectName } = project;
  const model = await api.call(caller, models.createModel, {
    entity,
    project: projectName,
    name,
    baseModel: "tiny",
    returnExisting: false,
    training: { mode: "lora", rank: 2, alpha: 4 },
  });
  const rows = Array.from({ length: STEPS }, (_, n) =>
    aRow(`What is ${n}?`, n % 2 ? "one two" : "yes or no"),
  ).join("");
  const job = await api.call(caller, contract.createSftTrainingJob, {
    modelId: model.id,
    trainingDataUrl: `data:,${encodeURIComponent(rows)}`,
    config: { batchSize: 1, learningRate: 1e-3 },
  });
  return job.id;
}

function startProcess(): ChildProcess {
  running = spawn(process.execPath, ["--disable-proto=throw", "lib/trainer/main.ts"], {
    env: childEnvironment({ SPINDLE_PROCESS: "trainer", TRAIN_THREADS: "1" }),
    stdio: ["ignore", "ignore", "inherit"],
  });
  return running;
}

async function untilState(jobId: string, state: string): Promise<void> {
  await vi.waitFor(async () => {
    const row = await rowOf(api, jobId);
    expect(row.endedAt, row.errorMessage ?? row.state).not.toBeNull();
  }, WAIT);
  expect(await rowOf(api, jobId)).toMatchObject({ state, errorMessage: null });
}

async function checkpointFiles(jobId: string): Promise<unknown> {
  return (await api.db.prisma.checkpoint.findUniqueOrThrow({ where: { jobId } })).files;
}
