import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/preference-training.ts";
import { createPreferenceTrainingJob } from "#lib/training/requests/create-preference-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createPreferenceTrainingJob, createPreferenceTrainingJob),
);
