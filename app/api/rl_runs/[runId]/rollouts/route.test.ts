import * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { anRlRunIn } from "#lib/testing/data/rl-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryRlRollouts, async (place) => {
  const { project_id, run_id } = await anRlRunIn(api, place);
  return { project_id, run_id, round: 1 };
});
