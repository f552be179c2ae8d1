import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { redeliverWebhook } from "#lib/automation/webhooks/redeliver-webhook.ts";
import * as contract from "#lib/contract/automation/webhooks.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.redeliverWebhook, redeliverWebhook),
);
