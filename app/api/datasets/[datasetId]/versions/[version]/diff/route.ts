import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/version-diff.ts";
import { diffDatasetVersion } from "#lib/datasets/versions/diff-dataset-version.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.diffDatasetVersion, diffDatasetVersion),
);
