import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training.ts";
import { retryTrainingJob } from "#lib/training/requests/retry-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.retryTrainingJob, retryTrainingJob),
);
