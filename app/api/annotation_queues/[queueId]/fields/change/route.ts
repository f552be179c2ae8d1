import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { changeQueueField } from "#lib/annotation/fields/change-queue-field.ts";
import * as contract from "#lib/contract/annotation/queue-fields.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.changeQueueField, changeQueueField),
);
