import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { compareEvaluationRuns } from "#lib/evaluation/results/compare-evaluation-runs.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.compareEvaluationRuns, compareEvaluationRuns),
);
