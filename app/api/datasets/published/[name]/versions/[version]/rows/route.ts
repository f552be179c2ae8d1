import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { queryPublishedRows } from "#lib/datasets/published/query-published-rows.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryPublishedRows, queryPublishedRows),
);
