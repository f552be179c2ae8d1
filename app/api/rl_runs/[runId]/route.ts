import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { getRlRun } from "#lib/evaluation/rl-runs/get-rl-run.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.getRlRun, getRlRun));
