import * as contract from "#lib/contract/feedback-stats.ts";
import { getFeedbackStats } from "#lib/feedback/get-feedback-stats.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getFeedbackStats, getFeedbackStats),
);
