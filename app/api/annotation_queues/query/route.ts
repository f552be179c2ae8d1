import * as contract from "#lib/contract/queues.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { queryQueues } from "#lib/queues/query-queues.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryQueues, queryQueues),
);
