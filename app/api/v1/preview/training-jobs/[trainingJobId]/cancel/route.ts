import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training.ts";
import { cancelTrainingJob } from "#lib/training/requests/cancel-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.cancelTrainingJob, cancelTrainingJob),
);
