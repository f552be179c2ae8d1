import * as contract from "#lib/contract/annotation/queue-rules.ts";
import { aRuleIn } from "#lib/testing/data/rule-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.updateQueueRule, {
  prepare: async (place) => ({ ...(await aRuleIn(api, place)), name: "Others", rate: 0.5, is_paused: true }),
});
routeGuarantees(api, contract.deleteQueueRule, (place) => aRuleIn(api, place));
