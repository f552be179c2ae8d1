import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/retractions.ts";
import { queryRetractions } from "#lib/datasets/retractions/query-retractions.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryRetractions, queryRetractions),
);
