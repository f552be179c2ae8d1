import { startCallV2 } from "#lib/calls/start-call-v2.ts";
import * as contract from "#lib/contract/calls.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.startCallV2, startCallV2),
);
