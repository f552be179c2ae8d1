import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/gates.ts";
import { deleteCheckpointGate } from "#lib/evaluation/gates/delete-checkpoint-gate.ts";
import { setCheckpointGate } from "#lib/evaluation/gates/set-checkpoint-gate.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.setCheckpointGate, setCheckpointGate),
  handle(contract.deleteCheckpointGate, deleteCheckpointGate),
);
