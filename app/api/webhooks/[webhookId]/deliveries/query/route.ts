import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { queryWebhookDeliveries } from "#lib/automation/webhooks/query-webhook-deliveries.ts";
import * as contract from "#lib/contract/automation/webhooks.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryWebhookDeliveries, queryWebhookDeliveries),
);
