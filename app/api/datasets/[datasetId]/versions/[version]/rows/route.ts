import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { queryDatasetRows } from "#lib/datasets/versions/query-dataset-rows.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryDatasetRows, queryDatasetRows),
);
