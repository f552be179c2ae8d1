import * as contract from "#lib/contract/feedback-stats.ts";
import { getFeedbackPayloadSchema } from "#lib/feedback/get-feedback-payload-schema.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getFeedbackPayloadSchema, getFeedbackPayloadSchema),
);
