import * as contract from "#lib/contract/evaluation/judges.ts";
import { aMeasurementIn } from "#lib/testing/data/grader-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryGraderDisagreements, async (place) => ({
  ...(await aMeasurementIn(api, place)),
  limit: 5,
}));
