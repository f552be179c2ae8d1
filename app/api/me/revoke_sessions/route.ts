import { revokeMySessions } from "#lib/accounts/revoke-my-sessions.ts";
import * as contract from "#lib/contract/accounts.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.revokeMySessions, revokeMySessions),
);
