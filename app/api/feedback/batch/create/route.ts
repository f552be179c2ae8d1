import * as contract from "#lib/contract/feedback.ts";
import { createFeedbackBatch } from "#lib/feedback/create-feedback-batch.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createFeedbackBatch, createFeedbackBatch),
);
