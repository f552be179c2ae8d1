import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/training/training-rows.ts";
import { scoreTrainingRow } from "#lib/training/watch/score-training-row.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.scoreTrainingRow, scoreTrainingRow),
);
