import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { deleteObject } from "#lib/compat/objects/delete-object.ts";
import * as contract from "#lib/contract/compat/objects.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteObject, deleteObject),
);
