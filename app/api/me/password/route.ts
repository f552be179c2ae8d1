import { changePassword } from "#lib/accounts/change-password.ts";
import * as contract from "#lib/contract/accounts.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.changePassword, changePassword),
);
