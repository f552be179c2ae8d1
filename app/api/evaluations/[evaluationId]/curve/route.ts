import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluation-curves.ts";
import { getEvaluationCurve } from "#lib/evaluation/curves/get-evaluation-curve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getEvaluationCurve, getEvaluationCurve),
);
