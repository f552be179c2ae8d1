import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { createEvaluationRuns } from "#lib/evaluation/runs/create-evaluation-runs.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createEvaluationRuns, createEvaluationRuns),
);
