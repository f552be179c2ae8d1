import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import { getRetractedRows } from "#lib/evaluation/aliases/get-retracted-rows.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getRetractedRows, getRetractedRows),
);
