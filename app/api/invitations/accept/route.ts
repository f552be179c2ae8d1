import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { acceptInvitation } from "#lib/access/members/accept-invitation.ts";
import * as contract from "#lib/contract/access/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.acceptInvitation, acceptInvitation),
);
