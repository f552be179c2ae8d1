import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/call-lists.ts";
import { pickCalls } from "#lib/traces/calls/pick-calls.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.pickCalls, pickCalls));
