import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { rotateWebhookSecret } from "#lib/automation/webhooks/rotate-webhook-secret.ts";
import * as contract from "#lib/contract/automation/webhooks.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.rotateWebhookSecret, rotateWebhookSecret),
);
