import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/calls.ts";
import { completeCalls } from "#lib/traces/ingest/complete-calls.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.completeCalls, completeCalls),
);
