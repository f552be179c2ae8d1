import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/rate-probes.ts";
import { probePreferenceTrainingJob } from "#lib/training/requests/probes/probe-preference-training-job.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.probePreferenceTrainingJob, probePreferenceTrainingJob),
);
