import * as contract from "#lib/contract/upstreams.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createUpstream } from "#lib/upstreams/create-upstream.ts";
import { listUpstreams } from "#lib/upstreams/list-upstreams.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listUpstreams, listUpstreams),
  handle(contract.createUpstream, createUpstream),
);
