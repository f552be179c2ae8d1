import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training-queue.ts";
import { getTrainingQueue } from "#lib/training/requests/get-training-queue.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getTrainingQueue, getTrainingQueue),
);
