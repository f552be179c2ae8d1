import * as contract from "#lib/contract/automation/webhooks.ts";
import { aWebhookIn } from "#lib/testing/data/webhook-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.updateWebhook, async (place) => ({
  ...(await aWebhookIn(api, place)),
  url: "https://1.1.1.1/other",
  description: "Other",
  events: ["checkpoint_alias.moved"],
  is_enabled: false,
}));
routeGuarantees(api, contract.deleteWebhook, (place) => aWebhookIn(api, place));
