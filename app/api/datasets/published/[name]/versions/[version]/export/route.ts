import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { exportPublishedDataset } from "#lib/datasets/published/export-published-dataset.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.exportPublishedDataset, exportPublishedDataset),
);
