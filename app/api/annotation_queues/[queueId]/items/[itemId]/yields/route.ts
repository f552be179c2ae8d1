import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/item-yields.ts";
import { queryItemYields } from "#lib/datasets/yields/query-item-yields.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryItemYields, queryItemYields),
);
