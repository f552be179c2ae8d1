import * as contract from "#lib/contract/loops/loop-runs.ts";
import { aLoopIn } from "#lib/testing/data/loop-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.stopLoopRun, async (place) => {
  const { project_id, run_id } = await aLoopIn(api, place);
  return { project_id, run_id };
});
