import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/loops/loop-runs.ts";
import { stopLoopRun } from "#lib/evaluation/loops/stop-loop-run.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.stopLoopRun, stopLoopRun),
);
