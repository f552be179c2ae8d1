import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/calls.ts";
import { startCallV2 } from "#lib/traces/ingest/start-call-v2.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.startCallV2, startCallV2),
);
