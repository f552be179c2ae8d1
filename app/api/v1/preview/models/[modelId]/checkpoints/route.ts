import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/models/models.ts";
import { deleteCheckpoints } from "#lib/models/checkpoints/delete-checkpoints.ts";
import { listCheckpoints } from "#lib/models/checkpoints/list-checkpoints.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteCheckpoints, deleteCheckpoints),
  handle(contract.listCheckpoints, listCheckpoints),
);
