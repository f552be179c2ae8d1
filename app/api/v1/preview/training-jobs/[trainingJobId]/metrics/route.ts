import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training-progress.ts";
import { getTrainingMetrics } from "#lib/training/watch/get-training-metrics.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getTrainingMetrics, getTrainingMetrics),
);
