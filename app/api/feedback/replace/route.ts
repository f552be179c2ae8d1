import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/feedback.ts";
import { replaceFeedback } from "#lib/traces/feedback/replace-feedback.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.replaceFeedback, replaceFeedback),
);
