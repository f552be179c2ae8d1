import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/jobs/system.ts";
import { checkSystem } from "#lib/jobs/system/check-system.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.checkSystem, checkSystem),
);
