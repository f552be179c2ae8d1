import * as contract from "#lib/contract/models.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createModel } from "#lib/models/create-model.ts";
import { listModels } from "#lib/models/list-models.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createModel, createModel),
  handle(contract.listModels, listModels),
);
