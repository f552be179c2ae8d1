import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/evaluation/graders.ts";
import { archiveGrader } from "#lib/evaluation/stored-graders/archive-grader.ts";
import { getGrader } from "#lib/evaluation/stored-graders/get-grader.ts";
import { updateGrader } from "#lib/evaluation/stored-graders/update-grader.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getGrader, getGrader),
  handle(contract.updateGrader, updateGrader),
  handle(contract.archiveGrader, archiveGrader),
);
