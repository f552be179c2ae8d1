import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { aCompletedJob, aQueuedJob, aTrainedModel, takeJob } from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { failJob } from "./end-job.ts";
import { sweepJobFolders } from "./sweep-job-folders.ts";

const api = startHarness();
const LONG_AGO = new Date("2020-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;

test("folders of jobs are removed when unused: not those of future jobs, nor the state after a newest checkpoint or one that a job will start from", async () => {
  const model = await aTrainedModel(api);
  const startedFrom = await aCompletedJob(api, model);
  const superseded = await aCompletedJob(api, model);
  const newest = await aCompletedJob(api, model);
  const failed = await aQueuedJob(api, model);
  await failJob(api.db, (await takeJob(api, failed)).hold, "for the test");
  const waiting = await aQueuedJob(api, model);
  await api.db.prisma.trainingJob.update({ where: { id: waiting }, data: { startStep: 1 } });
  const [orphan, arriving] = [newId(), newId()];
  for (const id of [startedFrom, superseded, newest, failed, waiting, orphan, arriving]) {
    const folder = absolutePath(jobPath(id));
    await mkdir(folder, { recursive: true });
    await writeFile(absolutePath(jobPath(id, "rows.jsonl")), "{}");
    if (id !== arriving) await utimes(folder, LONG_AGO, LONG_AGO);
  }
  expect(await sweepJobFolders(api.db, HOUR_MS)).toBe(3);
  expect((await readdir(absolutePath("jobs"))).sort()).toEqual(
    [startedFrom, newest, waiting, arriving].sort(),
  );
  expect(await sweepJobFolders(api.db, HOUR_MS)).toBe(0);
});
