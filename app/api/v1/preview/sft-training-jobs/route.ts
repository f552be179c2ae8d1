import * as contract from "#lib/contract/training.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createSftTrainingJob } from "#lib/training/create-sft-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createSftTrainingJob, createSftTrainingJob),
);
