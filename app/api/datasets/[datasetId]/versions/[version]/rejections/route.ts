import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { queryDatasetRejections } from "#lib/datasets/versions/query-dataset-rejections.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryDatasetRejections, queryDatasetRejections),
);
