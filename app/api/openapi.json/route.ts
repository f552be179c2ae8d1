import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/jobs/system.ts";
import { getOpenApi } from "#lib/jobs/system/get-open-api.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getOpenApi, getOpenApi),
);
