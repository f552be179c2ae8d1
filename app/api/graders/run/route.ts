import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { runGrader } from "#lib/evaluation/trials/run-grader.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(handle(contract.runGrader, runGrader));
