import * as contract from "#lib/contract/feedback.ts";
import { createFeedback } from "#lib/feedback/create-feedback.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createFeedback, createFeedback),
);
