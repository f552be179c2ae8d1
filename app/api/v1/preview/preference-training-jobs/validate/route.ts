import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/preference-training.ts";
import { validatePreferenceTrainingJob } from "#lib/training/requests/validate-preference-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.validatePreferenceTrainingJob, validatePreferenceTrainingJob),
);
