import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { purgeFeedback } from "#lib/annotation/answers/purge-feedback.ts";
import * as contract from "#lib/contract/traces/feedback.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.purgeFeedback, purgeFeedback),
);
