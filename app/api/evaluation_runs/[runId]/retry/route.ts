import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { retryEvaluationRun } from "#lib/evaluation/runs/retry-evaluation-run.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.retryEvaluationRun, retryEvaluationRun),
);
