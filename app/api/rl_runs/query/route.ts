import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { queryRlRuns } from "#lib/evaluation/rl-runs/query-rl-runs.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryRlRuns, queryRlRuns),
);
