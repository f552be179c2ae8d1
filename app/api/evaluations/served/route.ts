import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/served-evaluations.ts";
import { queryServedEvaluations } from "#lib/evaluation/aliases/query-served-evaluations.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryServedEvaluations, queryServedEvaluations),
);
