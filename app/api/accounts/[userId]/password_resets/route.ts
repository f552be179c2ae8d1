import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createPasswordReset } from "#lib/access/people/create-password-reset.ts";
import * as contract from "#lib/contract/access/people.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createPasswordReset, createPasswordReset),
);
