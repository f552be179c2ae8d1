import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training.ts";
import { createTrainingJob } from "#lib/training/requests/create-training-job.ts";
import { listTrainingJobs } from "#lib/training/requests/list-training-jobs.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createTrainingJob, createTrainingJob),
  handle(contract.listTrainingJobs, listTrainingJobs),
);
