import * as contract from "#lib/contract/members.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { acceptInvitation } from "#lib/members/accept-invitation.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.acceptInvitation, acceptInvitation),
);
