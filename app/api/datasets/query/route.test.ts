import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/datasets.ts";
import {
  aDataset,
  aDatasetIn,
  anIntentQueue,
  aVersion,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryDatasets, async (place) => {
  const { project_id } = await aDatasetIn(api, place);
  return { project_id, name: "" };
});

test("a list says of each dataset what a page shows: its newest version with counts, the one that changed last first", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  const [first, second] = [
    await aDataset(api, desk, intentRecipe(review), { name: "Support_1" }),
    await aDataset(api, desk, intentRecipe(review), { name: "supportX1" }),
  ];
  await aVersion(api, desk, first.id);
  await review.say(0, 2, { intent: "account" });
  await aVersion(api, desk, first.id);
  const at = { projectId: desk.projectId, limit: 50, offset: 0 };
  const { datasets, totalCount } = await api.call(desk.caller, contract.queryDatasets, at);
  expect(totalCount).toBe(2);
  expect(
    datasets.map(({ id, versionCount, latestVersion }) => [id, versionCount, latestVersion?.number]),
  ).toEqual([
    [second.id, 0, undefined],
    [first.id, 2, 1],
  ]);
  expect(datasets[1]?.latestVersion?.counts).toMatchObject({ items: 3, candidates: 3, rejected: 0 });

  const found = await api.call(desk.caller, contract.queryDatasets, { ...at, name: "SUPPORT_" });
  expect(found.datasets.map(({ id }) => id)).toEqual([first.id]);
  await api.call(desk.caller, contract.archiveDataset, { projectId: desk.projectId, datasetId: first.id });
  const live = await api.call(desk.caller, contract.queryDatasets, { ...at, isArchived: false });
  expect(live.datasets.map(({ id }) => id)).toEqual([second.id]);
});
