import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createQueue } from "#lib/annotation/queues/create-queue.ts";
import * as contract from "#lib/contract/annotation/queues.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createQueue, createQueue),
);
