import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/models.ts";
import { downloadCheckpoint } from "#lib/models/checkpoints/download-checkpoint.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.downloadCheckpoint, downloadCheckpoint),
);
