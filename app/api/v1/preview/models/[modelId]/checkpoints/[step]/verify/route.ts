import * as contract from "#lib/contract/models.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { verifyCheckpoint } from "#lib/models/verify-checkpoint.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.verifyCheckpoint, verifyCheckpoint),
);
