import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training.ts";
import { validateSftTrainingJob } from "#lib/training/requests/validate-sft-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.validateSftTrainingJob, validateSftTrainingJob),
);
