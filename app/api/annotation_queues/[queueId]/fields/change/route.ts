import * as contract from "#lib/contract/queue-fields.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { changeQueueField } from "#lib/queues/change-queue-field.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.changeQueueField, changeQueueField),
);
