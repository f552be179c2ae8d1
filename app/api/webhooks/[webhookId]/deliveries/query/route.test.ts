import * as contract from "#lib/contract/automation/webhooks.ts";
import { aDeliveryIn } from "#lib/testing/data/webhook-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryWebhookDeliveries, async (place) => {
  const { delivery_id: _, ...named } = await aDeliveryIn(api, place);
  return { ...named, state: "failed", limit: 5, offset: 0 };
});
