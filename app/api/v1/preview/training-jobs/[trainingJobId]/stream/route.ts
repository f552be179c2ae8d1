import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training-progress.ts";
import { streamTrainingEvents } from "#lib/training/watch/stream-training-events.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.streamTrainingEvents, streamTrainingEvents),
);
