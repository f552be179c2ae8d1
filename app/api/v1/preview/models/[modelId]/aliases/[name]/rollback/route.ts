import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import { rollBackCheckpointAlias } from "#lib/evaluation/aliases/roll-back-checkpoint-alias.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.rollBackCheckpointAlias, rollBackCheckpointAlias),
);
