import { getMe } from "#lib/accounts/get-me.ts";
import { updateMe } from "#lib/accounts/update-me.ts";
import * as contract from "#lib/contract/accounts.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getMe, getMe),
  handle(contract.updateMe, updateMe),
);
