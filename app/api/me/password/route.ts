import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { changePassword } from "#lib/access/accounts/change-password.ts";
import * as contract from "#lib/contract/access/accounts.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.changePassword, changePassword),
);
