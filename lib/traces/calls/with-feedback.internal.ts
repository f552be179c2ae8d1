import type { Ctx } from "#lib/access/context.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { feedbackOfCalls } from "#lib/traces/feedback/feedback-of-calls.ts";

/** The calls with the feedback about each, as far as the reader may see it, as `summary.weave.feedback`. */
export async function withFeedback(ctx: Ctx, calls: Call[]): Promise<Call[]> {
  const feedback = await feedbackOfCalls(
    ctx,
    calls.map((call) => call.id),
  );
  return calls.map((call) => withWeave(call, { feedback: feedback.get(call.id) ?? [] }));
}

function withWeave(call: Call, more: Record<string, unknown>): Call {
  const weave = call.summary?.weave;
  return { ...call, summary: { ...call.summary, weave: { ...(isDict(weave) ? weave : {}), ...more } } };
}
