import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { revokeMySessions } from "#lib/access/accounts/revoke-my-sessions.ts";
import * as contract from "#lib/contract/access/accounts.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.revokeMySessions, revokeMySessions),
);
