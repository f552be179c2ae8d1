import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/dataset-import.ts";
import { importDataset, prepareImport } from "#lib/training/imports/import-dataset.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.importDataset, importDataset, { prepare: prepareImport }),
);
