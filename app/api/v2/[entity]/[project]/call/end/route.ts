import { endCallV2 } from "#lib/calls/end-call-v2.ts";
import * as contract from "#lib/contract/calls.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.endCallV2, endCallV2));
