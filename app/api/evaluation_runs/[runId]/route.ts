import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { getEvaluationRun } from "#lib/evaluation/runs/get-evaluation-run.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getEvaluationRun, getEvaluationRun),
);
