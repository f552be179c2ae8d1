import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluations.ts";
import { createEvaluation } from "#lib/evaluation/evaluations/create-evaluation.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createEvaluation, createEvaluation),
);
