import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/traces/feedback-stats.ts";
import { getFeedbackStats } from "#lib/traces/feedback/stats/get-feedback-stats.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getFeedbackStats, getFeedbackStats),
);
