import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/retractions.ts";
import { aRetractionIn } from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.restoreRetraction, (place) => aRetractionIn(api, place));

test("a lifted retraction is in force again as the one that it was, and there is no second one", async () => {
  const project = await api.aProject();
  const [caller, other] = [await api.aCaller(project), await api.aCaller(project)];
  const { retraction_id: retractionId } = await aRetractionIn(api, { project, caller });
  const at = { projectId: project.path, retractionId };
  const list = () =>
    api.call(caller, contract.queryRetractions, { projectId: project.path, limit: 50, offset: 0 });
  const before = await list();
  await api.call(caller, contract.liftRetraction, at);
  const { retraction } = await api.call(other, contract.restoreRetraction, at);
  expect(retraction).toMatchObject({ id: retractionId, liftedBy: null, liftedAt: null });
  expect(await list()).toEqual(before);
  expect((await api.call(other, contract.restoreRetraction, at)).retraction).toEqual(retraction);
});
