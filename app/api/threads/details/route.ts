import * as contract from "#lib/contract/threads.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getThreadDetails } from "#lib/threads/get-thread-details.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getThreadDetails, getThreadDetails),
);
