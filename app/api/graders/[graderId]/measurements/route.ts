import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/judges.ts";
import { measureGrader } from "#lib/evaluation/judges/measure-grader.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.measureGrader, measureGrader),
);
