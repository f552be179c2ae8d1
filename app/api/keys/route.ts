import * as contract from "#lib/contract/keys.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createKey } from "#lib/keys/create-key.ts";
import { listKeys } from "#lib/keys/list-keys.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listKeys, listKeys),
  handle(contract.createKey, createKey),
);
