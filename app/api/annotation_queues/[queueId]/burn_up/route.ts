import * as contract from "#lib/contract/queue-quality.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getQueueBurnUp } from "#lib/queues/get-queue-burn-up.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getQueueBurnUp, getQueueBurnUp),
);
