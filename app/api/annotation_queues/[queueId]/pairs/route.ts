import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { addQueuePairs } from "#lib/annotation/items/add-queue-pairs.ts";
import * as contract from "#lib/contract/annotation/queue-lead.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.addQueuePairs, addQueuePairs),
);
