import * as contract from "#lib/contract/people.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createPasswordReset } from "#lib/people/create-password-reset.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createPasswordReset, createPasswordReset),
);
