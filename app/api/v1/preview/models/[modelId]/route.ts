import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/models.ts";
import { deleteModel } from "#lib/models/models/delete-model.ts";
import { getModel } from "#lib/models/models/get-model.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteModel, deleteModel),
  handle(contract.getModel, getModel),
);
