import { expect, test } from "vitest";
import { queryDatasetRows } from "#lib/contract/datasets/dataset-versions.ts";
import { queryVersionExposure } from "#lib/contract/datasets/version-exposure.ts";
import {
  aDataset,
  anIntentQueue,
  aTalk,
  aVersion,
  aVersionIn,
  becomeTalk,
} from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile } from "#lib/testing/data/file-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, queryVersionExposure, (place) => aVersionIn(api, place));

test("what a dataset measures by is kept out of all that is built later, unless a recipe says otherwise; who trained on it is shown", async () => {
  const review = await anIntentQueue(api, { items: 6, people: 1 });
  const { desk } = review;
  const ids = desk.items.map(({ callId }) => callId);
  for (const [n, callId] of ids.entries())
    await becomeTalk(api, callId, { ...aTalk(n), threadId: n < 2 ? "shared" : `thread-${n}` });
  const calls = (some: readonly unknown[], more: object = {}) => ({
    sources: [{ kind: "calls", filter: { call_ids: some } }],
    split: { held_out: 0 },
    ...more,
  });
  const before = await aDataset(api, desk, calls(ids.slice(0, 3)), { name: "before" });
  await aVersion(api, desk, before.id);

  // All of it is held out, whatever the recipe's split says.
  const measured = await aDataset(api, desk, calls([ids[0], ids[4]]), { name: "exam", kind: "eval" });
  const { version } = await aVersion(api, desk, measured.id);
  expect(version.counts).toMatchObject({ train: 0, heldOut: 2 });
  const at = { projectId: desk.projectId, datasetId: measured.id, version: "v0", limit: 50, offset: 0 };
  const { rows } = await api.call(desk.caller, queryDatasetRows, at);
  expect(rows.map(({ row, split }) => [row.prompt, row.reference, split])).toEqual(
    [0, 4].map((n) => [aTalk(n).inputs.messages, `Answer ${n}`, "held_out"]),
  );

  const later = await aDataset(api, desk, calls(ids), { name: "later" });
  expect((await aVersion(api, desk, later.id)).version.counts).toMatchObject({
    train: 3,
    rejectedBy: { held_out_thread: 3 },
  });
  const line = JSON.stringify({
    messages: [...aTalk(4).inputs.messages, { role: "assistant", content: "?" }],
  });
  const file = await anUploadedFile(api, desk, { content: `${line}\n` });
  const given = await aDataset(
    api,
    desk,
    { sources: [{ kind: "upload", file_id: file.id }] },
    { name: "given" },
  );
  await expect(aVersion(api, desk, given.id)).rejects.toMatchObject({ status: 409, code: "empty" });
  const all = await aDataset(api, desk, calls(ids, { eval_guard: false }), { name: "all" });
  expect((await aVersion(api, desk, all.id)).version.counts.train).toBe(6);

  const seen = await api.call(desk.caller, queryVersionExposure, at);
  const facts = seen.versions.map(({ name, number, rows, measuredRows }) => [
    name,
    number,
    rows,
    measuredRows,
  ]);
  expect(facts).toEqual([
    ["all", 0, 3, 2],
    ["before", 0, 2, 1],
  ]);
  expect(seen.totalCount).toBe(2);
  const [, second] = rows;
  const one = await api.call(desk.caller, queryVersionExposure, { ...at, position: second?.position ?? -1 });
  expect(one.versions.map(({ name, rows }) => [name, rows])).toEqual([["all", 1]]);
  const beyond = api.call(desk.caller, queryVersionExposure, { ...at, position: 2 ** 31 });
  await expect(beyond).rejects.toMatchObject({ status: 422 });
});
