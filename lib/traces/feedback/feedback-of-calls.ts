import type { Ctx } from "#lib/access/context.ts";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { STORED_COLUMNS, wireRow } from "./feedback-row.internal.ts";
import { visibleFeedback } from "./visible-feedback.ts";

/** The feedback on each of the calls, oldest first, as far as the actor may see it; calls without any have no entry. */
export async function feedbackOfCalls(
  ctx: Pick<Ctx, "db" | "actor" | "project">,
  callIds: readonly string[],
): Promise<Map<string, FeedbackRow[]>> {
  const rows = await ctx.db.query(sql`
    select ${STORED_COLUMNS} from feedback f
    where f.project_id = ${ctx.project.id} and f.call_id = any(${[...callIds]}::text[]) and ${visibleFeedback(ctx)}
    order by f.created_at, f.id collate "C"`);
  const byCall = new Map<string, FeedbackRow[]>();
  for (const row of rows) {
    const ofCall = byCall.get(row.callId ?? "") ?? [];
    ofCall.push({ ...wireRow(row, ctx.project.path), tracing_ref: row.weaveRef, svc_user_id: row.userId });
    byCall.set(row.callId ?? "", ofCall);
  }
  return byCall;
}
