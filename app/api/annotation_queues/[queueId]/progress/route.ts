import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getQueueProgress } from "#lib/annotation/quality/get-queue-progress.ts";
import * as contract from "#lib/contract/annotation/queues.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getQueueProgress, getQueueProgress),
);
