import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { revokeKey } from "#lib/access/keys/revoke-key.ts";
import * as contract from "#lib/contract/access/keys.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.revokeKey, revokeKey));
