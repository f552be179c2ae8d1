import * as contract from "#lib/contract/people.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { resetPassword } from "#lib/people/reset-password.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.resetPassword, resetPassword),
);
