import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import type { readCall as contract } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { callConditions } from "./call-conditions.ts";
import { callColumns, wantedOf } from "./select-calls.internal.ts";
import { shapeCall } from "./shape-call.internal.ts";
import { withFeedback } from "./with-feedback.internal.ts";

/** The call, or null where the reader has no such call: missing, deleted and hidden ones look the same. */
export async function readCall(ctx: Ctx, input: InputOf<typeof contract>): Promise<{ call: Call | null }> {
  const wanted = wantedOf(input);
  const [row] = await ctx.db.query(
    sql`select ${callColumns(ctx.project, wanted)} from call c where ${callConditions(ctx, {})} and c.id = ${input.id}`,
  );
  if (!row) return { call: null };
  const call = shapeCall(row, ctx.project, wanted);
  const [shown = call] = input.includeFeedback ? await withFeedback(ctx, [call]) : [call];
  return { call: shown };
}
