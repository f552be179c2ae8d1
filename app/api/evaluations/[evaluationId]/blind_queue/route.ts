import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/blind-queues.ts";
import { createBlindQueue } from "#lib/evaluation/blind/create-blind-queue.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createBlindQueue, createBlindQueue),
);
