import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/rate-probes.ts";
import { probeSftTrainingJob } from "#lib/training/requests/probes/probe-sft-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.probeSftTrainingJob, probeSftTrainingJob),
);
