import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { readPasswordReset } from "#lib/access/people/read-password-reset.ts";
import * as contract from "#lib/contract/access/people.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.readPasswordReset, readPasswordReset),
);
