import * as contract from "#lib/contract/feedback.ts";
import { queryFeedback } from "#lib/feedback/query-feedback.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.queryFeedback, queryFeedback),
);
