import * as contract from "#lib/contract/models.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { deleteCheckpointAlias } from "#lib/models/delete-checkpoint-alias.ts";
import { setCheckpointAlias } from "#lib/models/set-checkpoint-alias.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.setCheckpointAlias, setCheckpointAlias),
  handle(contract.deleteCheckpointAlias, deleteCheckpointAlias),
);
