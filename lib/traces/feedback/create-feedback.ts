import type { Ctx } from "#lib/access/context.ts";
import type { FeedbackItem, FeedbackResult } from "#lib/contract/traces/feedback.ts";
import { storeOne } from "./store-feedback.internal.ts";

/** Adds one piece of feedback. */
export function createFeedback(ctx: Ctx, item: FeedbackItem): Promise<FeedbackResult> {
  return storeOne(ctx, { item, project: ctx.project });
}
