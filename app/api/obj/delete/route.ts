import * as contract from "#lib/contract/objects.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { deleteObject } from "#lib/objects/delete-object.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteObject, deleteObject),
);
