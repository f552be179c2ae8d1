import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { getGraderSecret } from "#lib/evaluation/trials/get-grader-secret.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getGraderSecret, getGraderSecret),
);
