import * as contract from "#lib/contract/training-queue.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { listTrainingGroups } from "#lib/training/list-training-groups.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listTrainingGroups, listTrainingGroups),
);
