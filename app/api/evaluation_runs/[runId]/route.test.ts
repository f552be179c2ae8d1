import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { aRunIn } from "#lib/testing/data/evaluation-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getEvaluationRun, async (place) => {
  const { project_id, run_id } = await aRunIn(api, place);
  return { project_id, run_id };
});
