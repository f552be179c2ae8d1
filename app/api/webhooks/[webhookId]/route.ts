import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { deleteWebhook } from "#lib/automation/webhooks/delete-webhook.ts";
import { updateWebhook } from "#lib/automation/webhooks/update-webhook.ts";
import * as contract from "#lib/contract/automation/webhooks.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateWebhook, updateWebhook),
  handle(contract.deleteWebhook, deleteWebhook),
);
