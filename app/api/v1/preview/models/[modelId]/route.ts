import * as contract from "#lib/contract/models.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { deleteModel } from "#lib/models/delete-model.ts";
import { getModel } from "#lib/models/get-model.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteModel, deleteModel),
  handle(contract.getModel, getModel),
);
