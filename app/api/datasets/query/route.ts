import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/datasets.ts";
import { queryDatasets } from "#lib/datasets/recipes/query-datasets.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryDatasets, queryDatasets),
);
