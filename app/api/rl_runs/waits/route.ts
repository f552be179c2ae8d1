import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/reinforcement/rl-people.ts";
import { queryRlWaits } from "#lib/evaluation/rl-people/query-rl-waits.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryRlWaits, queryRlWaits),
);
