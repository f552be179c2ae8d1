import type { Ctx } from "#lib/context.ts";
import type { FeedbackItem, FeedbackResult } from "#lib/contract/feedback.ts";
import { ALONE, storeFeedback } from "./store-feedback.internal.ts";

/** Adds one piece of feedback. */
export async function createFeedback(ctx: Ctx, item: FeedbackItem): Promise<FeedbackResult> {
  const [result] = await storeFeedback(ctx, [{ item, project: ctx.project }], ALONE);
  if (!result) throw new Error("One item was stored without a result");
  return result;
}
