import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/retractions.ts";
import { aRetractionIn } from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryRetractions, (place) => aRetractionIn(api, place));

test("retractions come newest first, those that hold apart from those that were lifted", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  const place = { project, caller };
  const [first, second] = [await aRetractionIn(api, place), await aRetractionIn(api, place)];
  await api.call(caller, contract.liftRetraction, {
    projectId: project.path,
    retractionId: first.retraction_id,
  });
  const idsOf = async (isLifted?: boolean) => {
    const input = {
      projectId: project.path,
      limit: 10,
      offset: 0,
      ...(isLifted === undefined ? {} : { isLifted }),
    };
    return (await api.call(caller, contract.queryRetractions, input)).retractions.map(({ id }) => id);
  };
  expect(await idsOf()).toEqual([second.retraction_id, first.retraction_id]);
  expect(await idsOf(true)).toEqual([first.retraction_id]);
  expect(await idsOf(false)).toEqual([second.retraction_id]);
});
