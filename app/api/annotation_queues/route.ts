import * as contract from "#lib/contract/queues.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createQueue } from "#lib/queues/create-queue.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createQueue, createQueue),
);
