import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training-queue.ts";
import { listTrainingGroups } from "#lib/training/watch/list-training-groups.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listTrainingGroups, listTrainingGroups),
);
