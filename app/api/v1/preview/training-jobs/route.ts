import * as contract from "#lib/contract/training.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createTrainingJob } from "#lib/training/create-training-job.ts";
import { listTrainingJobs } from "#lib/training/list-training-jobs.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createTrainingJob, createTrainingJob),
  handle(contract.listTrainingJobs, listTrainingJobs),
);
