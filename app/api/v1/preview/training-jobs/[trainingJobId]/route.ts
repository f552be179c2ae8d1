import * as contract from "#lib/contract/training.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getTrainingJob } from "#lib/training/get-training-job.ts";
import { updateTrainingJob } from "#lib/training/update-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getTrainingJob, getTrainingJob),
  handle(contract.updateTrainingJob, updateTrainingJob),
);
