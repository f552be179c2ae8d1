import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/base-models.ts";
import { describeBaseModels } from "#lib/models/base-models/describe-base-models.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.describeBaseModels, describeBaseModels),
);
