import * as contract from "#lib/contract/keys.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { revokeKey } from "#lib/keys/revoke-key.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.revokeKey, revokeKey));
