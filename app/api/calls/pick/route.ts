import { pickCalls } from "#lib/calls/pick-calls.ts";
import * as contract from "#lib/contract/call-lists.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.pickCalls, pickCalls));
