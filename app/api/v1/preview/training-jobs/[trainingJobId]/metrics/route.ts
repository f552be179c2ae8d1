import * as contract from "#lib/contract/training-progress.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getTrainingMetrics } from "#lib/training/get-training-metrics.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getTrainingMetrics, getTrainingMetrics),
);
