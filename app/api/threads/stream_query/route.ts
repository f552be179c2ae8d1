import * as contract from "#lib/contract/threads.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { queryThreads } from "#lib/threads/query-threads.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryThreads, queryThreads),
);
