import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/datasets.ts";
import { aDataset, anIntentQueue, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.proposeDatasetName, (place) => ({
  project_id: place.project.path,
  name: "intents",
}));

test("a name that a dataset or an object has gets the first number that neither has", async () => {
  const review = await anIntentQueue(api, { items: 0 });
  const long = "a".repeat(128);
  for (const name of ["tone", "tone-2", "tone-4", long])
    await aDataset(api, review.desk, intentRecipe(review), { name });
  await keepObject(api, review.desk, { objectId: "outcome", val: { a: 1 } });
  await keepObject(api, review.desk, { objectId: "tone-3", val: { a: 1 } });
  const propose = async (name: string) => {
    const body = { project_id: review.desk.projectId, name };
    return (await api.send(review.desk.caller, { path: "/datasets/propose_name", body })).json();
  };
  expect(await propose("free")).toEqual({ name: "free", taken_by: null });
  expect(await propose("outcome")).toEqual({ name: "outcome-2", taken_by: "object" });
  expect(await propose("tone")).toEqual({ name: "tone-5", taken_by: "dataset" });
  expect(await propose(long)).toEqual({ name: `${"a".repeat(126)}-2`, taken_by: "dataset" });
});

test("the name of an archived dataset is taken too", async () => {
  const review = await anIntentQueue(api, { items: 0 });
  const { id } = await aDataset(api, review.desk, intentRecipe(review), { name: "old" });
  await api.send(review.desk.caller, {
    method: "DELETE",
    path: `/datasets/${id}?project_id=${review.desk.projectId}`,
  });
  const body = { project_id: review.desk.projectId, name: "old" };
  const reply = await api.send(review.desk.caller, { path: "/datasets/propose_name", body });
  expect(await reply.json()).toEqual({ name: "old-2", taken_by: "dataset" });
});
