import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { exportAnswers } from "#lib/annotation/answers/export-answers.ts";
import * as contract from "#lib/contract/annotation/queue-lead.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.exportAnswers, exportAnswers),
);
