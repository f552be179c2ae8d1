import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { listMembers } from "#lib/access/members/list-members.ts";
import * as contract from "#lib/contract/access/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listMembers, listMembers),
);
