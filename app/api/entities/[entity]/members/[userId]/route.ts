import * as contract from "#lib/contract/people.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { updateEntityMember } from "#lib/people/update-entity-member.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateEntityMember, updateEntityMember),
);
