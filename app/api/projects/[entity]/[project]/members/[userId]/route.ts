import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { removeMember } from "#lib/access/members/remove-member.ts";
import { updateMember } from "#lib/access/members/update-member.ts";
import * as contract from "#lib/contract/access/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateMember, updateMember),
  handle(contract.removeMember, removeMember),
);
