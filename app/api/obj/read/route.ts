import * as contract from "#lib/contract/objects.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { readObject } from "#lib/objects/read-object.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.readObject, readObject),
);
