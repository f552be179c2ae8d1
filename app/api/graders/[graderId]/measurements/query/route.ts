import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/judges.ts";
import { queryGraderMeasurements } from "#lib/evaluation/judges/query-grader-measurements.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryGraderMeasurements, queryGraderMeasurements),
);
