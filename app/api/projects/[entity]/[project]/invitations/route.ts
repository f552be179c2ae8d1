import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createInvitation } from "#lib/access/members/create-invitation.ts";
import { listInvitations } from "#lib/access/members/list-invitations.ts";
import * as contract from "#lib/contract/access/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listInvitations, listInvitations),
  handle(contract.createInvitation, createInvitation),
);
