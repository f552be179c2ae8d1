import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/gates.ts";
import { checkCheckpointGate } from "#lib/evaluation/gates/check-checkpoint-gate.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.checkCheckpointGate, checkCheckpointGate),
);
