import * as contract from "#lib/contract/queues.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getQueueStats } from "#lib/queues/get-queue-stats.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getQueueStats, getQueueStats),
);
