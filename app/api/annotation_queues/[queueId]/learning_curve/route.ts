import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getLearningCurve } from "#lib/annotation/learning/get-learning-curve.ts";
import * as contract from "#lib/contract/annotation/queue-learning.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getLearningCurve, getLearningCurve),
);
