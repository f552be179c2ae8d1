import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/evaluations.ts";
import { deleteEvaluation } from "#lib/evaluation/evaluations/delete-evaluation.ts";
import { getEvaluation } from "#lib/evaluation/evaluations/get-evaluation.ts";
import { updateEvaluation } from "#lib/evaluation/evaluations/update-evaluation.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getEvaluation, getEvaluation),
  handle(contract.updateEvaluation, updateEvaluation),
  handle(contract.deleteEvaluation, deleteEvaluation),
);
