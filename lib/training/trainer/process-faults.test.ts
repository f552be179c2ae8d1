import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { env, overrideSettings } from "#lib/platform/env.ts";
import { noteNode } from "#lib/platform/processes/note-node.ts";
import {
  aQueuedJob,
  aTrainedModel,
  endAllJobs,
  eventsOf,
  expireLease,
  ledgerOf,
  rowOf,
} from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type ServiceProcess, serviceProcesses } from "#lib/testing/service-process.ts";

const api = startHarness();
const startProcess = serviceProcesses();
const PROGRAM = "lib/testing/engines/linear-trainer.ts";
const WAIT = { timeout: 60_000, interval: 100 };

afterEach(() => endAllJobs(api));

test("a job that kills its trainer at its first step, three times, ends failed with the reason; another model's job runs to its end", {
  tags: ["long"],
  timeout: 120_000,
}, async () => {
  const [poisoned, healthy] = [await aTrainedModel(api), await aTrainedModel(api)];
  const [poison, other] = [await aQueuedJob(api, poisoned), await aQueuedJob(api, healthy)];
  startProcess("lib/jobs/worker/main.ts");
  const trainers = restarted("--model", poisoned.modelId, "--fault", "die");
  await untilEnded(other);
  await untilEnded(poison);
  await trainers.stop();

  expect(trainers.ends.slice(0, -1)).toEqual(["SIGKILL", "SIGKILL", "SIGKILL"]);
  expect(await rowOf(api, poison)).toMatchObject({ state: "failed", step: 0, attempts: 3, epoch: 3n });
  const events = await eventsOf(api, poison);
  expect(events.map(({ type }) => type)).toEqual(["training_started", "training_failed"]);
  expect(events[1]?.data.error_message).toMatch(/ended 3 times in a row .* without progress beyond step 0/);
  expect(await rowOf(api, other)).toMatchObject({ state: "completed", epoch: 1n });
  expect(await ledgerOf(api, other)).toEqual([1, 2, 3]);
});

test("trainers that die together with their service, again and again, cost a job no try", {
  tags: ["long"],
  timeout: 120_000,
}, async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  for (let times = 1; times <= 4; times++) {
    const startId = `start-${times}`;
    overrideSettings({ SPINDLE_START_ID: startId });
    await noteNode(api.db, { id: startId, startId, roles: [], engine: null, capabilities: {}, url: null });
    const trainer = startProcess(PROGRAM, "--model", model.modelId, "--fault", "die");
    expect(await trainer.ended).toBe("SIGKILL");
    await expireLease(api, jobId);
  }
  expect(await rowOf(api, jobId)).toMatchObject({ endedAt: null, attempts: 1, epoch: 4n });
  startProcess(PROGRAM);
  await untilEnded(jobId);
  overrideSettings({ SPINDLE_START_ID: "" });
  expect(await rowOf(api, jobId)).toMatchObject({ state: "completed", epoch: 5n });
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3]);
});

test("a trainer whose main thread hangs is ended, the try counts, and the next one ends the job", {
  tags: ["long"],
  timeout: 120_000,
}, async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const hanging = startProcess(
    PROGRAM,
    ...["--model", model.modelId, "--at", "2", "--fault", "hang", "--answer-within", "3000"],
  );
  expect(await hanging.ended).toBe("SIGKILL");
  await expect.poll(hanging.output, WAIT).toMatch(/"level":"fatal".*main thread hangs/);
  // The step before it was a success, and after it there is one try without.
  expect(await rowOf(api, jobId)).toMatchObject({ state: "running", step: 1, attempts: 0, epoch: 1n });
  const [until, next] = aWaitingTrainer(model.modelId);
  await expect.poll(next.output, WAIT).toContain("the main thread waits");
  expect(await rowOf(api, jobId)).toMatchObject({ step: 1, attempts: 1, epoch: 2n });
  await writeFile(until, "");
  await untilEnded(jobId);
  expect(await rowOf(api, jobId)).toMatchObject({ state: "completed", epoch: 2n });
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3]);
});

test("a trainer keeps its job through a call that blocks its main thread for longer than a lease", {
  timeout: 120_000,
}, async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const [until, busy] = aWaitingTrainer(model.modelId);
  await expect.poll(busy.output, WAIT).toContain("the main thread waits");
  const { leaseUntil } = await rowOf(api, jobId);
  await vi.waitFor(async () => {
    const [held] = await api.db.query(
      sql`select from training_job where id = ${jobId} and ${leaseUntil}::timestamptz < clock_timestamp()`,
    );
    expect(held).toBeDefined();
  }, WAIT);
  await writeFile(until, "");
  await untilEnded(jobId);
  expect(await rowOf(api, jobId)).toMatchObject({ state: "completed", epoch: 1n });
});

/** A trainer whose main thread waits at the second step of this model's jobs, until the file is there. */
function aWaitingTrainer(modelId: string): [until: string, ServiceProcess] {
  const until = path.join(env().SPINDLE_DATA_DIR, modelId);
  const fault = ["--model", modelId, "--at", "2", "--fault", "wait", "--until", until];
  return [until, startProcess(PROGRAM, ...fault)];
}

/** A trainer that is started again whenever it dies, as the service's start does it; `ends` says how each one ended. */
function restarted(...args: string[]): { readonly ends: (number | string)[]; stop(): Promise<void> } {
  const ends: (number | string)[] = [];
  let isStopping = false;
  let trainer: ServiceProcess;
  const run = async () => {
    while (!isStopping) {
      trainer = startProcess(PROGRAM, ...args);
      ends.push(await trainer.ended);
    }
  };
  const over = run();
  return {
    ends,
    stop: async () => {
      isStopping = true;
      trainer.kill("SIGTERM");
      await over;
    },
  };
}

async function untilEnded(jobId: string): Promise<void> {
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).endedAt).not.toBeNull(), WAIT);
}
