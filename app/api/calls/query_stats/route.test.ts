import { expect, test } from "vitest";
import { getCallStats } from "#lib/contract/traces/calls.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, getCallStats);

test("calls are counted up to the limit, which says whether there are more", async () => {
  const recorder = await aRecorder(api);
  await recordCalls(api, recorder, [{}, {}, { op_name: "other" }]);
  const stats = async (more: object) => {
    const body = { project_id: recorder.project.path, ...more };
    return (await api.send(recorder.caller, { path: getCallStats.path, body })).json();
  };
  expect(await stats({})).toEqual({ count: 3, has_more: false, total_storage_size_bytes: null });
  expect(await stats({ limit: 2 })).toMatchObject({ count: 2, has_more: true });
  expect(await stats({ limit: 3 })).toMatchObject({ count: 3, has_more: false });
  expect(await stats({ filter: { op_names: ["other"] } })).toMatchObject({ count: 1 });
  expect(await stats({ filter: { thread_ids: [] } })).toMatchObject({ count: 0 });
});

test("the total size is that of the documents of the counted calls", async () => {
  const recorder = await aRecorder(api);
  const call = { inputs: { a: 1 }, attributes: {}, output: "é", summary: {} };
  await recordCalls(api, recorder, [call, call]);
  const sized = { projectId: recorder.project.path, includeTotalStorageSize: true };
  const bytes = '{"a":1}'.length + "{}".length * 2 + Buffer.byteLength('"é"');
  expect(await api.call(recorder.caller, getCallStats, sized)).toMatchObject({
    totalStorageSizeBytes: 2 * bytes,
  });
  expect(await api.call(recorder.caller, getCallStats, { ...sized, limit: 1 })).toEqual({
    count: 1,
    hasMore: true,
    totalStorageSizeBytes: bytes,
  });
});

test("a limit below one is a 422", async () => {
  const { caller, project } = await aRecorder(api);
  const response = await api.send(caller, {
    path: getCallStats.path,
    body: { project_id: project.path, limit: 0 },
  });
  expect(response.status).toBe(422);
});

test("an annotator counts only the calls that a queue reaches", async () => {
  const recorder = await aRecorder(api);
  await recordCalls(api, recorder, [{}, {}]);
  const annotator = await api.aCaller(recorder.project, "annotator");
  const input = { projectId: recorder.project.path };
  expect(await api.call(annotator, getCallStats, input)).toMatchObject({ count: 0 });
});
