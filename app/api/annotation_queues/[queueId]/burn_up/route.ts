import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getQueueBurnUp } from "#lib/annotation/quality/get-queue-burn-up.ts";
import * as contract from "#lib/contract/annotation/queue-quality.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getQueueBurnUp, getQueueBurnUp),
);
