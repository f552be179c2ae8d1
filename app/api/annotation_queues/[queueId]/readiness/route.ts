import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/queue-readiness.ts";
import { getQueueReadiness } from "#lib/training/readiness/get-queue-readiness.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getQueueReadiness, getQueueReadiness),
);
