import * as contract from "#lib/contract/upstreams.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { deleteUpstream } from "#lib/upstreams/delete-upstream.ts";
import { updateUpstream } from "#lib/upstreams/update-upstream.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateUpstream, updateUpstream),
  handle(contract.deleteUpstream, deleteUpstream),
);
