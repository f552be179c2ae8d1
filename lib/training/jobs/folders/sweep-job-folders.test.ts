import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { aCompletedJob, aQueuedJob, aTrainedModel, takeJob } from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { failJob } from "../end-job.ts";
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
    [startedFrom, superseded, newest, waiting, arriving].sort(),
  );
  expect(await readdir(absolutePath(jobPath(superseded)))).toEqual(["rows.jsonl.gz"]);
  expect(await readdir(absolutePath(jobPath(newest)))).toEqual(["rows.jsonl"]);
  expect(await sweepJobFolders(api.db, HOUR_MS)).toBe(0);
});

test("the data of a job stay, compressed and without what training left, while a checkpoint that came of it and the version that they are of are there", async () => {
  const model = await aTrainedModel(api);
  const [first, second, third] = [
    await aCompletedJob(api, model),
    await aCompletedJob(api, model),
    await aCompletedJob(api, model),
  ];
  const swept = async () => {
    for (const id of [first, second])
      await utimes(absolutePath(jobPath(id)), LONG_AGO, LONG_AGO).catch(() => 0);
    await sweepJobFolders(api.db, HOUR_MS);
    const names = await readdir(absolutePath("jobs"));
    return [first, second].map((id) => names.includes(id));
  };
  const made = await api.db.prisma.checkpoint.findMany({
    where: { jobId: { in: [first, second, third] } },
    orderBy: { step: "asc" },
  });
  // The third came of the second, and the second of the first, whose checkpoint is deleted.
  for (const at of [1, 2])
    await api.db.prisma.checkpoint.update({
      where: { id: made[at]?.id ?? "" },
      data: { parentId: made[at - 1]?.id ?? null },
    });
  await api.db.prisma.checkpoint.update({
    where: { id: made[0]?.id ?? "" },
    data: { deletedAt: new Date() },
  });
  for (const id of [first, second]) {
    await mkdir(absolutePath(jobPath(id, "snapshots")), { recursive: true });
    for (const name of ["rows.jsonl", "validation.jsonl"])
      await writeFile(absolutePath(jobPath(id, name)), `{"of":"${id}"}`);
  }
  expect(await swept()).toEqual([true, true]);
  for (const id of [first, second]) {
    expect(await readdir(absolutePath(jobPath(id)))).toEqual(["rows.jsonl.gz"]);
    const bytes = await readFile(absolutePath(jobPath(id, "rows.jsonl.gz")));
    expect(String(gunzipSync(bytes))).toBe(`{"of":"${id}"}`);
  }
  // Of a version that is not there.
  const datasetRef = `weave:///${model.project.path}/object/none:v0`;
  await api.db.prisma.trainingJob.update({ where: { id: first }, data: { datasetRef } });
  expect(await swept()).toEqual([false, true]);
  await api.db.prisma.checkpoint.updateMany({
    where: { modelId: model.modelId },
    data: { deletedAt: new Date() },
  });
  expect(await swept()).toEqual([false, false]);
});
