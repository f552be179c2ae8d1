import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { queryQueues } from "#lib/annotation/queues/query-queues.ts";
import * as contract from "#lib/contract/annotation/queues.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryQueues, queryQueues),
);
