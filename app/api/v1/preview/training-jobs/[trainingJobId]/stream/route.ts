import * as contract from "#lib/contract/training-progress.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { streamTrainingEvents } from "#lib/training/stream-training-events.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.streamTrainingEvents, streamTrainingEvents),
);
