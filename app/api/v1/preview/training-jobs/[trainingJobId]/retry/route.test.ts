import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training.ts";
import { absolutePath, jobPath, removeData } from "#lib/platform/storage/data-paths.ts";
import { anUploadedFile, aRow } from "#lib/testing/data/file-data.ts";
import { aCompletedJob, aQueuedJob, aTrainedModel, eventsOf, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

const api = startHarness();
const ROWS = aRow("Is it so?") + aRow("And now?", "No.");
const INLINE = `data:,${encodeURIComponent(ROWS)}`;

routeGuarantees(api, contract.retryTrainingJob, async ({ project }) => {
  const id = await aQueuedJob(api, await aTrainedModel(api, { project }), {
    source: "https://data.example.com/rows.jsonl",
  });
  await askCancel(api.db, id);
  return { training_job_id: id };
});

/** A cancelled job of these data. */
async function aCancelledJob(url: (place: Awaited<ReturnType<typeof aPlace>>) => Promise<string>) {
  const place = await aPlace();
  const body = {
    model_id: place.modelId,
    training_data_url: await url(place),
    config: { batch_size: 3 },
    start_step: 0,
  };
  const created = await api.send(place.caller, { path: "/v1/preview/sft-training-jobs", body });
  expect(created.status).toBe(200);
  const { id } = await created.json();
  await askCancel(api.db, id);
  const path = `/v1/preview/training-jobs/${id}/retry`;
  return { ...place, id, retry: () => api.send(place.caller, { path }) };
}

async function aPlace() {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  return { caller, ...(await aTrainedModel(api, { project })) };
}

test("a cancelled job is queued again with its settings and its data, and says which job it repeats", async () => {
  const { id, retry, modelId } = await aCancelledJob(async () => INLINE);
  const again = await (await retry()).json();
  expect(again).toMatchObject({
    model_id: modelId,
    kind: "sft",
    state: "queued",
    config: { batch_size: 3 },
    start_step: 0,
    retry_of: id,
    source: { kind: "inline", bytes: Buffer.byteLength(ROWS), is_available: true },
  });
  expect(await eventsOf(api, again.id, { all: true })).toMatchObject([{ data: { state: "queued" } }]);
  // The folder of the first one may be swept at any time.
  await removeData(jobPath(id));
  expect(await readFile(absolutePath((await rowOf(api, again.id)).source), "utf8")).toBe(ROWS);
});

test("a job of a loop that is repeated chooses its start when it begins, as the first one did", async () => {
  const { id, retry } = await aCancelledJob(async () => INLINE);
  await api.db.prisma.trainingJob.update({ where: { id }, data: { startStep: null, startsClean: true } });
  const again = await (await retry()).json();
  expect(await rowOf(api, again.id)).toMatchObject({ startsClean: true, startStep: null });
});

test("an uploaded file is learned from again", async () => {
  const { retry } = await aCancelledJob(
    async (place) => (await anUploadedFile(api, place, { content: ROWS })).id,
  );
  const again = await (await retry()).json();
  expect(again.source).toMatchObject({ kind: "file", name: "rows.jsonl", rows: 2, is_available: true });
});

test("a job whose data are gone is a 409 that says so, whichever way they went", async () => {
  const swept = await aCancelledJob(async () => INLINE);
  await removeData(jobPath(swept.id));
  const deleted = await aCancelledJob(
    async (place) => (await anUploadedFile(api, place, { content: ROWS })).id,
  );
  await api.db.prisma.uploadedFile.updateMany({
    where: { projectId: deleted.project.id },
    data: { deletedAt: new Date() },
  });
  for (const { retry, caller, id } of [swept, deleted]) {
    const response = await retry();
    expect(response.status).toBe(409);
    expect((await response.json()).detail).toMatch(/removed after it ended|is gone/);
    const read = await api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}` });
    expect((await read.json()).source).toMatchObject({ is_available: false });
  }
});

test("a job that waits or succeeded is not repeated", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "engineer"));
  for (const id of [await aQueuedJob(api, model), await aCompletedJob(api, model)]) {
    const response = await api.send(caller, { path: `/v1/preview/training-jobs/${id}/retry` });
    expect(response.status).toBe(409);
  }
});

test("a job that is retried twice at once is queued once, and both answers are that job", async () => {
  const { retry, id } = await aCancelledJob(async () => INLINE);
  const answers = await Promise.all([retry(), retry(), retry()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const jobs = await Promise.all(answers.map(async (answer) => (await answer.json()).id));
  expect(new Set(jobs).size).toBe(1);
  expect(await api.db.prisma.trainingJob.count({ where: { retryOf: id } })).toBe(1);
});

test("while that job is being cancelled, the first one is queued again, once", async () => {
  const { retry } = await aCancelledJob(async () => INLINE);
  const first = await (await retry()).json();
  await api.db.prisma.trainingJob.update({ where: { id: first.id }, data: { state: "cancelling" } });
  const second = await (await retry()).json();
  expect(second).toMatchObject({ id: expect.not.stringMatching(first.id), status: "QUEUED" });
  expect((await (await retry()).json()).id).toBe(second.id);
});

test("once that job has ended, the first one is queued again", async () => {
  const { retry } = await aCancelledJob(async () => INLINE);
  const first = await (await retry()).json();
  expect((await (await retry()).json()).id).toBe(first.id);
  await askCancel(api.db, first.id);
  expect((await (await retry()).json()).id).not.toBe(first.id);
});
