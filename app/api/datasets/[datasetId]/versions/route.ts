import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { buildDatasetVersion, prepareBuild } from "#lib/datasets/versions/build-dataset-version.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.buildDatasetVersion, buildDatasetVersion, { prepare: prepareBuild }),
);
