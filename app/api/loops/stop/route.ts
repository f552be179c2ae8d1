import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/loops/loops.ts";
import { stopLoops } from "#lib/evaluation/loops/stop-loops.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.stopLoops, stopLoops));
