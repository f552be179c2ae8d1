import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/models.ts";
import { verifyCheckpoint } from "#lib/models/checkpoints/verify-checkpoint.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.verifyCheckpoint, verifyCheckpoint),
);
