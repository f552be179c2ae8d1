import * as contract from "#lib/contract/training-queue.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { getTrainingQueue } from "#lib/training/get-training-queue.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getTrainingQueue, getTrainingQueue),
);
