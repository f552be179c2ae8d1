import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import { listCheckpointAliases } from "#lib/evaluation/aliases/list-checkpoint-aliases.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listCheckpointAliases, listCheckpointAliases),
);
