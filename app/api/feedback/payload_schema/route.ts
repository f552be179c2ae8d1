import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/feedback-stats.ts";
import { getFeedbackPayloadSchema } from "#lib/traces/feedback/stats/get-feedback-payload-schema.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getFeedbackPayloadSchema, getFeedbackPayloadSchema),
);
