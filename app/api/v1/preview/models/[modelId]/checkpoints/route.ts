import * as contract from "#lib/contract/models.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { deleteCheckpoints } from "#lib/models/delete-checkpoints.ts";
import { listCheckpoints } from "#lib/models/list-checkpoints.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.deleteCheckpoints, deleteCheckpoints),
  handle(contract.listCheckpoints, listCheckpoints),
);
