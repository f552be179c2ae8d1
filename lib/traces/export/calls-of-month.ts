import type { Ctx } from "#lib/access/context.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { callConditions } from "#lib/traces/calls/call-conditions.ts";
import { wholeSlice } from "#lib/traces/calls/call-slices.internal.ts";
import { pagesByStart } from "#lib/traces/calls/pages-by-start.internal.ts";
import type { CallRow } from "#lib/traces/calls/select-calls.internal.ts";

export type { CallRow } from "#lib/traces/calls/select-calls.internal.ts";

/** The calls that started in a month (`2026-11`, in UTC), whole, in batches of a bounded size. */
export function callsOfMonth(ctx: Ctx, month: string): AsyncGenerator<CallRow[]> {
  const first = sql`${`${month}-01`}::timestamp`;
  const where = sql`${callConditions(ctx, {})}
    and c.started_at >= ${first} at time zone 'UTC' and c.started_at < (${first} + interval '1 month') at time zone 'UTC'`;
  return pagesByStart(ctx, {
    where,
    wanted: { columns: null },
    direction: "asc",
    slices: wholeSlice({ direction: "asc" }),
  });
}
