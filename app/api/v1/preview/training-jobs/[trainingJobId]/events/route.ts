import * as contract from "#lib/contract/training-progress.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { listTrainingEvents } from "#lib/training/list-training-events.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listTrainingEvents, listTrainingEvents),
);
