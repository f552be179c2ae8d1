import * as contract from "#lib/contract/upstreams.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { checkUpstream } from "#lib/upstreams/check-upstream.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.checkUpstream, checkUpstream),
);
