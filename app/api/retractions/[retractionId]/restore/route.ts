import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/retractions.ts";
import { restoreRetraction } from "#lib/datasets/retractions/restore-retraction.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.restoreRetraction, restoreRetraction),
);
