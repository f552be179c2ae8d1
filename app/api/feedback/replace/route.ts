import * as contract from "#lib/contract/feedback.ts";
import { replaceFeedback } from "#lib/feedback/replace-feedback.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.replaceFeedback, replaceFeedback),
);
