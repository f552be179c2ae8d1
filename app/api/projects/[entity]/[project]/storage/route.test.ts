import { expect, test } from "vitest";
import { getProjectStorage } from "#lib/contract/jobs/project-storage.ts";
import { deleteCalls } from "#lib/contract/traces/calls.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { aNote, storedIds } from "#lib/testing/data/feedback-data.ts";
import { anUploadedFile } from "#lib/testing/data/file-data.ts";
import { aTrainedModel } from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { foldThreads } from "#lib/traces/threads/fold-threads.ts";
import { foldTotals } from "#lib/traces/totals/fold-totals.ts";

const api = startHarness();
routeGuarantees(api, getProjectStorage);

type Place = Awaited<ReturnType<typeof aRecorder>>;

async function sizesOf({ project, caller }: Place, by?: string) {
  const path = `/projects/${project.path}/storage${by ? `?by=${by}` : ""}`;
  const response = await api.send(caller, { method: "GET", path });
  expect(response.status).toBe(200);
  return response.json();
}

test("an empty project stores nothing", async () => {
  const place = await aRecorder(api);
  const { growth, ...sizes } = await sizesOf(place);
  expect(sizes).toEqual({
    calls: { count: 0, bytes: 0 },
    is_call_count_complete: true,
    threads: 0,
    feedback: 0,
    datasets: 0,
    dataset_versions: 0,
    dataset_rows: 0,
    files: { count: 0, bytes: 0 },
    content_files: { count: 0, bytes: 0 },
    checkpoints: { count: 0, bytes: 0 },
    job_data_bytes: 0,
    months: [],
  });
  expect(growth).toHaveLength(30);
  expect(growth.at(-1)).toEqual({ start: new Date().toISOString().slice(0, 10), calls: 0, bytes: 0 });
});

test("calls, their bytes and threads are counted before and after the worker adds them up, without deleted ones and those of others", async () => {
  const [place, other] = [await aRecorder(api), await aRecorder(api)];
  await recordCalls(api, other, [{ inputs: { of: "others" } }]);
  const now = new Date();
  const monthNow = now.toISOString().slice(0, 7);
  const [gone = ""] = await recordCalls(api, place, [
    { inputs: { n: 1 }, started_at: "2024-02-29T23:59:59.999Z", ended_at: "2024-03-01T00:00:00Z" },
    { id: "a", turn_id: "a", thread_id: "talk", inputs: { n: 22 }, started_at: "2024-03-01T00:00:00Z" },
    { inputs: { n: 333 }, started_at: now.toISOString(), ended_at: now.toISOString() },
  ]);
  const bytesOf = (inputs: object) => JSON.stringify(inputs).length + JSON.stringify({}).length;
  const [first, second, third] = [bytesOf({ n: 1 }), bytesOf({ n: 22 }), bytesOf({ n: 333 })];
  const expected = {
    calls: { count: 3, bytes: first + second + third },
    months: [
      { month: monthNow, calls: 1, bytes: third },
      { month: "2024-03", calls: 1, bytes: second },
      { month: "2024-02", calls: 1, bytes: first },
    ],
  };
  expect(await sizesOf(place)).toMatchObject(expected);
  await foldTotals(api.db);
  await foldThreads(api.db);
  const folded = await sizesOf(place, "week");
  expect(folded).toMatchObject({ ...expected, threads: 1 });
  expect(folded.growth).toHaveLength(26);
  expect(folded.growth.at(-1)).toMatchObject({ calls: 1, bytes: third });

  await api.call(place.caller, deleteCalls, { projectId: place.project.path, callIds: [gone] });
  expect(await sizesOf(place)).toMatchObject({
    calls: { count: 2, bytes: second + third },
    months: expected.months.slice(0, 2),
  });
});

test("feedback, datasets, files and checkpoints are counted", async () => {
  const place = await aRecorder(api);
  await storedIds(api, place.caller, [aNote(place.project), aNote(place.project)]);
  const content = `${JSON.stringify({
    messages: [
      { role: "user", content: "?" },
      { role: "assistant", content: "!" },
    ],
  })}\n`;
  await anUploadedFile(api, place, { content });
  expect(await sizesOf(place)).toMatchObject({
    feedback: 2,
    files: { count: 1, bytes: content.length },
  });
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  const { id } = await aDataset(api, review.desk, intentRecipe(review));
  await aVersion(api, review.desk, id);
  const { project, caller } = review.desk;
  expect(await sizesOf({ project, caller })).toMatchObject({
    datasets: 1,
    dataset_versions: 1,
    dataset_rows: 2,
  });

  const model = await aTrainedModel(api);
  const reader = await api.aCaller(model.project, "viewer");
  const { checkpoints } = await sizesOf({ project: model.project, caller: reader });
  expect(checkpoints.count).toBeGreaterThan(0);
});

test("while calls of an earlier version are counted, the number says that it is not complete", async () => {
  const place = await aRecorder(api);
  await api.db.prisma.totalBackfill.create({ data: { projectId: place.project.id, upTo: "" } });
  expect(await sizesOf(place)).toMatchObject({ is_call_count_complete: false });
  await api.db.prisma.totalBackfill.delete({ where: { projectId: place.project.id } });
});
