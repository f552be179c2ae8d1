import { expect, test } from "vitest";
import { diffDatasetVersion } from "#lib/contract/datasets/version-diff.ts";
import {
  aDataset,
  anIntentQueue,
  aVersion,
  aVersionIn,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, diffDatasetVersion, async (place) => ({
  ...(await aVersionIn(api, place)),
  against: "v0",
}));

test("what was added, removed and changed since a version, row by row", async () => {
  const review = await anIntentQueue(api, { items: 5, people: 3 });
  const { desk } = review;
  for (let item = 0; item < 4; item++) await review.say(0, item, { intent: "refund" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, { split: { held_out: 0 } }));
  await aVersion(api, desk, datasetId);
  await review.say(1, 1, { intent: "account" });
  for (const person of [1, 2]) await review.say(person, 2, { intent: "delivery" });
  await review.say(0, 4, { intent: "refund" });
  await aVersion(api, desk, datasetId);
  const diff = async (more: object = {}) => {
    const body = { project_id: desk.projectId, against: "v0", ...more };
    const response = await api.send(desk.caller, { path: `/datasets/${datasetId}/versions/v1/diff`, body });
    expect(response.status).toBe(200);
    return response.json();
  };
  const whole = await diff();
  expect(whole).toMatchObject({ added: 1, removed: 1, changed: 1, unchanged: 2 });
  const rowId = (item: number) => `${desk.id(item)}/labels/intent`;
  type Row = { messages: { content: string }[] } | null;
  const reply = (row: Row) => row?.messages.at(-1)?.content;
  type Change = { change: string; row_id: string; before: Row; after: Row };
  expect(
    whole.changes.map((one: Change) => [one.change, one.row_id, reply(one.before), reply(one.after)]),
  ).toEqual([
    ["changed", rowId(2), "refund", "delivery"],
    ["added", rowId(4), undefined, "refund"],
    ["removed", rowId(1), "refund", undefined],
  ]);
  const page = await diff({ limit: 1, offset: 1 });
  expect(page.changes).toEqual([whole.changes[1]]);
  expect((await diff({ change: "removed" })).changes).toEqual([whole.changes[2]]);
  expect(await diff({ against: "v1" })).toMatchObject({
    added: 0,
    removed: 0,
    changed: 0,
    unchanged: 4,
    changes: [],
  });
});
