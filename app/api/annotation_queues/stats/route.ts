import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getQueueStats } from "#lib/annotation/quality/get-queue-stats.ts";
import * as contract from "#lib/contract/annotation/queues.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getQueueStats, getQueueStats),
);
