import * as contract from "#lib/contract/system.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { checkSystem } from "#lib/system/check-system.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.checkSystem, checkSystem),
);
