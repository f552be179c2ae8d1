import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import { getRetractedRowsOfJob } from "#lib/training/retractions/get-retracted-rows-of-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getRetractedRowsOfJob, getRetractedRowsOfJob),
);
