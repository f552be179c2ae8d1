import { link, mkdir, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { getProjectContents } from "#lib/contract/access/projects.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { aCompletedJob, aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { aQueueWithItems } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, getProjectContents);

test("what a project holds is counted, and nothing of another one", async () => {
  const { project } = await aQueueWithItems(api, 3);
  await aQueueWithItems(api, 2);
  const admin = await api.aCaller(project, "admin");
  const path = `/projects/${project.path}/contents`;
  const response = await api.send(null, { method: "GET", path, headers: api.sessionHeaders(admin) });
  expect(await response.json()).toEqual({
    calls: 3,
    threads: 0,
    feedback: 0,
    queues: 1,
    queue_items: 3,
    models: 0,
    checkpoints: 0,
    training_jobs: 0,
    unended_jobs: 0,
    files: 0,
    bytes: 0,
    job_data_bytes: 0,
  });
});

test("what ended jobs left is counted in bytes, once where jobs share them, and not that of jobs that have not ended", async () => {
  const model = await aTrainedModel(api);
  const [one, other, going] = [
    await aCompletedJob(api, model),
    await aCompletedJob(api, model),
    await aQueuedJob(api, model),
  ];
  for (const id of [one, other, going])
    await mkdir(absolutePath(jobPath(id, "snapshots")), { recursive: true });
  const rows = absolutePath(jobPath(one, "rows.jsonl.gz"));
  await writeFile(rows, "1234567");
  await link(rows, absolutePath(jobPath(other, "rows.jsonl.gz")));
  await writeFile(absolutePath(jobPath(other, "snapshots", "state")), "123");
  await writeFile(absolutePath(jobPath(going, "rows.jsonl")), "1");
  const admin = await api.aCaller(model.project, "admin");
  const path = `/projects/${model.project.path}/contents`;
  const response = await api.send(null, { method: "GET", path, headers: api.sessionHeaders(admin) });
  expect(await response.json()).toMatchObject({ job_data_bytes: 10 });
});
