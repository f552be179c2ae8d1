import * as contract from "#lib/contract/evaluation/judges.ts";
import { aMeasurementIn } from "#lib/testing/data/grader-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryGraderMeasurements, async (place) => {
  const { project_id, grader_id } = await aMeasurementIn(api, place);
  return { project_id, grader_id, limit: 5 };
});
