import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { queryObjects } from "#lib/compat/objects/query-objects.ts";
import * as contract from "#lib/contract/compat/objects.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryObjects, queryObjects),
);
