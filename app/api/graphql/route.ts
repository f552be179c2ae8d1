import * as contract from "#lib/contract/graphql.ts";
import { queryGraph } from "#lib/graphql/query-graph.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryGraph, queryGraph),
);
