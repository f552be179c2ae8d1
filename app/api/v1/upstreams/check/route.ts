import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/upstreams.ts";
import { checkUpstream } from "#lib/models/upstreams/check-upstream.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.checkUpstream, checkUpstream),
);
