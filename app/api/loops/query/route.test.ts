import * as contract from "#lib/contract/loops/loops.ts";
import { aLoopIn } from "#lib/testing/data/loop-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryLoops, async (place) => {
  const { project_id } = await aLoopIn(api, place);
  return { project_id, limit: 50, offset: 0 };
});
