import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/models.ts";
import { setCheckpointAlias } from "#lib/evaluation/gates/set-checkpoint-alias.ts";
import { deleteCheckpointAlias } from "#lib/models/checkpoints/delete-checkpoint-alias.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.setCheckpointAlias, setCheckpointAlias),
  handle(contract.deleteCheckpointAlias, deleteCheckpointAlias),
);
