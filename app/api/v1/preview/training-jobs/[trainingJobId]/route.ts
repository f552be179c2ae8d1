import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training.ts";
import { getTrainingJob } from "#lib/training/requests/get-training-job.ts";
import { updateTrainingJob } from "#lib/training/requests/update-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getTrainingJob, getTrainingJob),
  handle(contract.updateTrainingJob, updateTrainingJob),
);
