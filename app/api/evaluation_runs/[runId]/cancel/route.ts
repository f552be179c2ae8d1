import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { cancelEvaluationRun } from "#lib/evaluation/runs/cancel-evaluation-run.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.cancelEvaluationRun, cancelEvaluationRun),
);
