import * as contract from "#lib/contract/members.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { removeMember } from "#lib/members/remove-member.ts";
import { updateMember } from "#lib/members/update-member.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateMember, updateMember),
  handle(contract.removeMember, removeMember),
);
