import * as contract from "#lib/contract/automation/webhooks.ts";
import { aWebhookIn } from "#lib/testing/data/webhook-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.testWebhook, (place) => aWebhookIn(api, place));
