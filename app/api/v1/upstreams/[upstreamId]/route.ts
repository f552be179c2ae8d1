import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/upstreams.ts";
import { deleteUpstream } from "#lib/models/upstreams/delete-upstream.ts";
import { updateUpstream } from "#lib/models/upstreams/update-upstream.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateUpstream, updateUpstream),
  handle(contract.deleteUpstream, deleteUpstream),
);
