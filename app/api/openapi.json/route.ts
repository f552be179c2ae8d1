import * as contract from "#lib/contract/system.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getOpenApi } from "#lib/system/get-open-api.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getOpenApi, getOpenApi),
);
