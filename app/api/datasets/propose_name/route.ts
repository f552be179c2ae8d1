import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/datasets.ts";
import { proposeDatasetName } from "#lib/datasets/recipes/propose-dataset-name.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.proposeDatasetName, proposeDatasetName),
);
