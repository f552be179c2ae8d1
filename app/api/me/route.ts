import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getMe } from "#lib/access/accounts/get-me.ts";
import { updateMe } from "#lib/access/accounts/update-me.ts";
import * as contract from "#lib/contract/access/accounts.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getMe, getMe),
  handle(contract.updateMe, updateMe),
);
