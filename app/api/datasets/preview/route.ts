import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { previewDataset } from "#lib/datasets/versions/preview-dataset.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.previewDataset, previewDataset),
);
