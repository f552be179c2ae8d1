import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { revokeInvitation } from "#lib/access/members/revoke-invitation.ts";
import * as contract from "#lib/contract/access/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.revokeInvitation, revokeInvitation),
);
