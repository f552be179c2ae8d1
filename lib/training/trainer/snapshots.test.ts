import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { aQueuedJob, aTrainedModel, expireLease, rowOf, takeJob } from "#lib/testing/data/job-data.ts";
import { linearEngine } from "#lib/testing/engines/linear-engine.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { JobLost } from "#lib/training/jobs/hold.ts";
import { takeSnapshot } from "./snapshots.ts";

const api = startHarness();

test("a snapshot removes what its trainer and those before it left, and nothing of a trainer that came after it", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  await takeJob(api, jobId);
  await expireLease(api, jobId);
  const { hold } = await takeJob(api, jobId);
  expect(hold.epoch).toBe("2");
  const folder = absolutePath(jobPath(jobId, "snapshots"));
  const later = [".partial-10-6-0b2c", "10-5", "3-4"];
  for (const name of [...later, ".partial-1-4-0b2c", "1-3", "2-4"])
    await mkdir(path.join(folder, name), { recursive: true });
  await takeSnapshot(api.db, hold, { trainer: await aTrainer(), step: 5 });
  expect((await readdir(folder)).sort()).toEqual([...later, "2-5"].sort());
});

test("a trainer that has lost its job names no snapshot and removes none", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  const { hold } = await takeJob(api, jobId);
  await takeSnapshot(api.db, hold, { trainer: await aTrainer(), step: 1 });
  const before = await rowOf(api, jobId);
  await expireLease(api, jobId);
  const late = takeSnapshot(api.db, hold, { trainer: await aTrainer(), step: 2 });
  await expect(late).rejects.toThrow(JobLost);
  expect((await rowOf(api, jobId)).snapshot).toEqual(before.snapshot);
  expect(await readdir(absolutePath(jobPath(jobId, "snapshots")))).toContain("1-1");
});

function aTrainer() {
  return linearEngine.openTrainer({ modelFolder: "none", adapterFolder: null }, { method: { mode: "full" } });
}
