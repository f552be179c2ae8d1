import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createKey } from "#lib/access/keys/create-key.ts";
import { listKeys } from "#lib/access/keys/list-keys.ts";
import * as contract from "#lib/contract/access/keys.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listKeys, listKeys),
  handle(contract.createKey, createKey),
);
