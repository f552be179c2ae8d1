import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/judges.ts";
import { queryGraderDisagreements } from "#lib/evaluation/judges/query-grader-disagreements.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryGraderDisagreements, queryGraderDisagreements),
);
