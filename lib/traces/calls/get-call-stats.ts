import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getCallStats as contract } from "#lib/contract/traces/calls.ts";
import { columns, float } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { callConditions } from "./call-conditions.ts";
import { requireBeforeReferences } from "./require-before-references.internal.ts";
import { sizeOf } from "./select-calls.internal.ts";

/** Counts up to one call past the limit, which shows that there are more. */
export async function getCallStats(
  ctx: Ctx,
  { limit, includeTotalStorageSize, ...selection }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  requireBeforeReferences(selection);
  const size = includeTotalStorageSize ? sizeOf.own : sql`0::float8`;
  const isCounted = sql`place <= ${limit ?? null}::float8 or ${limit === undefined}`;
  const [row] = await ctx.db.query(sql`
    select ${columns({
      count: float(sql`count(*)`),
      bytes: float(sql`coalesce(sum(size) filter (where ${isCounted}), 0)`),
    })}
    from (
      select ${size} as size, row_number() over () as place from call c
      where ${callConditions(ctx, selection)} limit ${limit === undefined ? null : limit + 1}
    ) matching`);
  const { count = 0, bytes = 0 } = row ?? {};
  const hasMore = limit !== undefined && count > limit;
  return {
    count: hasMore ? limit : count,
    hasMore,
    totalStorageSizeBytes: includeTotalStorageSize ? bytes : null,
  };
}
