import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/version-exposure.ts";
import { queryVersionExposure } from "#lib/datasets/versions/query-version-exposure.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryVersionExposure, queryVersionExposure),
);
