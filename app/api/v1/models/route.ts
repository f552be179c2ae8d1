import * as contract from "#lib/contract/served-models.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { listServedModels } from "#lib/models/list-served-models.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listServedModels, listServedModels),
);
