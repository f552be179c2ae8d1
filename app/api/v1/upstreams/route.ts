import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/upstreams.ts";
import { createUpstream } from "#lib/models/upstreams/create-upstream.ts";
import { listUpstreams } from "#lib/models/upstreams/list-upstreams.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listUpstreams, listUpstreams),
  handle(contract.createUpstream, createUpstream),
);
