import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/models.ts";
import { createModel } from "#lib/models/models/create-model.ts";
import { listModels } from "#lib/models/models/list-models.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createModel, createModel),
  handle(contract.listModels, listModels),
);
