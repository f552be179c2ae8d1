import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/call-lists.ts";
import { getCallDetails } from "#lib/traces/calls/get-call-details.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getCallDetails, getCallDetails),
);
