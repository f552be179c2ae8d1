import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { addQueueItems } from "#lib/annotation/items/add-queue-items.ts";
import * as contract from "#lib/contract/annotation/queues.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.addQueueItems, addQueueItems),
);
