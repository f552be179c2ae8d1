import * as contract from "#lib/contract/objects.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { queryObjects } from "#lib/objects/query-objects.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryObjects, queryObjects),
);
