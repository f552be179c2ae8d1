import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createWebhook } from "#lib/automation/webhooks/create-webhook.ts";
import { listWebhooks } from "#lib/automation/webhooks/list-webhooks.ts";
import * as contract from "#lib/contract/automation/webhooks.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listWebhooks, listWebhooks),
  handle(contract.createWebhook, createWebhook),
);
