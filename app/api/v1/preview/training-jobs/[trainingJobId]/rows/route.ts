import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training-rows.ts";
import { queryTrainingRows } from "#lib/training/watch/query-training-rows.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryTrainingRows, queryTrainingRows),
);
