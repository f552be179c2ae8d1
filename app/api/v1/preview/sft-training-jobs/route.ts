import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training.ts";
import { createSftTrainingJob } from "#lib/training/requests/create-sft-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createSftTrainingJob, createSftTrainingJob),
);
