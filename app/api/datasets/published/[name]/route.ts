import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { getPublishedDataset } from "#lib/datasets/published/get-published-dataset.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getPublishedDataset, getPublishedDataset),
);
