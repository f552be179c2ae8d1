import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { resetPassword } from "#lib/access/people/reset-password.ts";
import * as contract from "#lib/contract/access/people.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.resetPassword, resetPassword),
);
