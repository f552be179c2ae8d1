import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { queryItemAnswers } from "#lib/annotation/answers/query-item-answers.ts";
import * as contract from "#lib/contract/annotation/queue-lead.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryItemAnswers, queryItemAnswers),
);
