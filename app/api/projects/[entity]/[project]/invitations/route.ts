import * as contract from "#lib/contract/members.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createInvitation } from "#lib/members/create-invitation.ts";
import { listInvitations } from "#lib/members/list-invitations.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listInvitations, listInvitations),
  handle(contract.createInvitation, createInvitation),
);
