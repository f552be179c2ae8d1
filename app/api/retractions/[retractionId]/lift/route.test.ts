import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/retractions.ts";
import { aRetractionIn } from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.liftRetraction, (place) => aRetractionIn(api, place));

test("a retraction is lifted once, by the one who did it first", async () => {
  const project = await api.aProject();
  const [caller, other] = [await api.aCaller(project), await api.aCaller(project)];
  const { retraction_id: retractionId } = await aRetractionIn(api, { project, caller });
  const lift = (who: typeof caller) =>
    api.call(who, contract.liftRetraction, { projectId: project.path, retractionId });
  const { retraction } = await lift(caller);
  expect(retraction).toMatchObject({ id: retractionId, liftedBy: caller.userId, liftedAt: expect.any(Date) });
  expect((await lift(other)).retraction).toEqual(retraction);
});
