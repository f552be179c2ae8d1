import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/datasets.ts";
import { archiveDataset } from "#lib/datasets/recipes/archive-dataset.ts";
import { getDataset } from "#lib/datasets/recipes/get-dataset.ts";
import { updateDataset } from "#lib/datasets/recipes/update-dataset.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getDataset, getDataset),
  handle(contract.updateDataset, updateDataset),
  handle(contract.archiveDataset, archiveDataset),
);
