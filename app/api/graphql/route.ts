import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { queryGraph } from "#lib/compat/graphql/query-graph.ts";
import * as contract from "#lib/contract/compat/graphql.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryGraph, queryGraph),
);
