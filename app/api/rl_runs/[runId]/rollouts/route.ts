import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { queryRlRollouts } from "#lib/evaluation/rl-runs/query-rl-rollouts.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryRlRollouts, queryRlRollouts),
);
