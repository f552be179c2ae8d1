import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
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

routeGuarantees(api, contract.queryDatasetVersions, async (place) => {
  const { version: _, ...at } = await aVersionIn(api, place);
  return at;
});

test("versions come newest first, a page at a time", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  const { desk } = review;
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review));
  for (const item of [0, 1, 2]) {
    await review.say(0, item, { intent: "refund" });
    await aVersion(api, desk, datasetId);
  }
  const at = { projectId: desk.projectId, datasetId };
  const page = await api.call(desk.caller, contract.queryDatasetVersions, { ...at, limit: 2, offset: 1 });
  expect(page.totalCount).toBe(3);
  expect(page.versions.map(({ number, counts }) => [number, counts.train + counts.heldOut])).toEqual([
    [1, 2],
    [0, 1],
  ]);
});
