import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { getQueueLearning } from "#lib/annotation/learning/get-queue-learning.ts";
import * as contract from "#lib/contract/annotation/queue-learning.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getQueueLearning, getQueueLearning),
);
