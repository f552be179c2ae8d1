import type { Ctx } from "#lib/access/context.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import { MAX_STATS_DAYS } from "#lib/contract/traces/feedback-stats.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { visibleFeedback } from "./visible-feedback.ts";

export type Selection = {
  start: string;
  end?: string | undefined;
  feedbackType?: string | undefined;
  triggerRef?: string | undefined;
};

const DAY_MS = 86_400_000;

/** The end of the requested period, by default now. Throws `InvalidRequest` if it is before the start, or too long after it. */
export function requireEnd({ start, end = new Date().toISOString() }: Selection): string {
  const lengthMs = Date.parse(end) - Date.parse(start);
  const refused = (text: string) => invalidAt(["body", "start"], { type: "value_error", text });
  if (lengthMs < 0) throw refused(`the time starts after its end, ${end}`);
  if (lengthMs > MAX_STATS_DAYS * DAY_MS)
    throw refused(
      `the time starts more than ${MAX_STATS_DAYS} days before its end, ${end}; use a shorter time`,
    );
  return end;
}

/** The condition on feedback (as `f`) that the reader may see it and asked for it. */
export function feedbackWithin(ctx: Ctx, { start, end, feedbackType, triggerRef }: Selection): Sql {
  const ofType = feedbackType === undefined ? sql`true` : sql`f.feedback_type = ${feedbackType}`;
  // Without an end, whatever is stored by now counts, whichever clock is ahead.
  const beforeEnd = end === undefined ? sql`true` : sql`f.created_at < ${end}::timestamptz`;
  return sql`f.project_id = ${ctx.project.id} and f.created_at >= ${start}::timestamptz and ${beforeEnd}
    and ${ofType} and ${triggeredBy(triggerRef)} and ${visibleFeedback(ctx)}`;
}

function triggeredBy(given: string | undefined): Sql {
  if (given === undefined) return sql`true`;
  const ref = normalizeRef(given);
  return ref.endsWith(":*")
    ? sql`starts_with(f.trigger_ref, ${ref.slice(0, -1)})`
    : sql`f.trigger_ref = ${ref}`;
}
