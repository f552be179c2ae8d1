import { describeBaseModels } from "#lib/base-models/describe-base-models.ts";
import * as contract from "#lib/contract/base-models.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.describeBaseModels, describeBaseModels),
);
