import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/threads.ts";
import { getThreadDetails } from "#lib/traces/threads/get-thread-details.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getThreadDetails, getThreadDetails),
);
