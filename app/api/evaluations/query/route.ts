import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluations.ts";
import { queryEvaluations } from "#lib/evaluation/evaluations/query-evaluations.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryEvaluations, queryEvaluations),
);
