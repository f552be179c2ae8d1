import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { updateAccount } from "#lib/access/people/update-account.ts";
import * as contract from "#lib/contract/access/people.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateAccount, updateAccount),
);
