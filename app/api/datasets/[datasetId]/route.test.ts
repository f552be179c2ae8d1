import { expect, test } from "vitest";
import * as versions from "#lib/contract/datasets/dataset-versions.ts";
import * as contract from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import * as z from "#lib/contract/zod.ts";
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

routeGuarantees(api, contract.getDataset, (place) => aDatasetIn(api, place));
routeGuarantees(api, contract.updateDataset, async (place) => ({
  ...(await aDatasetIn(api, place)),
  description: "Better answers",
}));
routeGuarantees(api, contract.archiveDataset, (place) => aDatasetIn(api, place));

test("a changed recipe builds the next version; the version that exists keeps its own", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review));
  await aVersion(api, desk, datasetId);
  const at = { projectId: desk.projectId, datasetId };
  const recipe = z.decode(Recipe, intentRecipe(review, { reply_template: "Team: {{value}}" }));
  await api.call(desk.caller, contract.updateDataset, { ...at, recipe });
  await aVersion(api, desk, datasetId);
  const read = await api.call(desk.caller, contract.getDataset, at);
  expect(
    read.versions.map(({ number, recipe: { sources } }) => [number, Object(sources[0]).replyTemplate]),
  ).toEqual([
    [1, "Team: {{value}}"],
    [0, undefined],
  ]);
  expect(read.dataset.latestVersion).toEqual(read.versions[0]);
  const wrong = {
    project_id: desk.projectId,
    recipe: intentRecipe(review, { use: "pairs", field: undefined }),
  };
  const response = await api.send(desk.caller, {
    method: "PUT",
    path: `/datasets/${datasetId}`,
    body: wrong,
  });
  expect(response.status).toBe(422);
});

test("an archived dataset builds nothing until it is restored, and its versions can be read", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review));
  await aVersion(api, desk, datasetId);
  const at = { projectId: desk.projectId, datasetId };
  const { dataset } = await api.call(desk.caller, contract.archiveDataset, at);
  expect(dataset).toMatchObject({ isArchived: true, versionCount: 1 });
  await expect(aVersion(api, desk, datasetId)).rejects.toMatchObject({ status: 409 });
  const rows = { ...at, version: "latest", limit: 10, offset: 0 };
  expect(await api.call(desk.caller, versions.queryDatasetRows, rows)).toMatchObject({ totalCount: 1 });
  await api.call(desk.caller, contract.updateDataset, { ...at, isArchived: false });
  expect(await aVersion(api, desk, datasetId)).toMatchObject({ isNew: false, version: { number: 0 } });
});
