import * as contract from "#lib/contract/queue-quality.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getQueueQuality } from "#lib/queues/get-queue-quality.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getQueueQuality, getQueueQuality),
);
