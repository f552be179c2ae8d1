import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getCallStats as contract } from "#lib/contract/traces/calls.ts";
import { columns, float } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { countCalls } from "#lib/traces/totals/count-calls.ts";
import { hasTotals } from "#lib/traces/totals/has-totals.ts";
import { callConditions } from "./call-conditions.ts";
import { looksAtMany, readsManyDocuments, slicesOf, wholeSlice } from "./call-slices.internal.ts";
import { requireBeforeReferences } from "./expand/require-before-references.internal.ts";
import { keptSelection } from "./kept-selection.internal.ts";
import { sizeOf } from "./select-calls.internal.ts";

type Input = InputOf<typeof contract>;

/** From the totals that are kept, where they know what is asked for; else the calls are counted, up to one past the limit, which shows that there are more. */
export async function getCallStats(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract>> {
  requireBeforeReferences(input);
  const { limit, includeTotalStorageSize } = input;
  const { count, bytes, isCut = false } = (await keptTotals(ctx, input)) ?? (await counted(ctx, input));
  const isMore = limit !== undefined && count > limit;
  return {
    count: isMore ? limit : count,
    hasMore: isMore || isCut,
    totalStorageSizeBytes: includeTotalStorageSize ? bytes : null,
  };
}

/** `isCut` says that not all were counted. */
type Totals = { count: number; bytes: number; isCut?: boolean };

/** Null where totals do not know. They have no bytes of the first so many calls. */
async function keptTotals(ctx: Ctx, input: Input): Promise<Totals | null> {
  const { limit, includeTotalStorageSize } = input;
  const selection = keptSelection(ctx, input);
  if (!selection || !(await hasTotals(ctx.db, ctx.project.id))) return null;
  const totals = await countCalls(ctx.db, ctx.project.id, selection);
  return includeTotalStorageSize && limit !== undefined && totals.count > limit ? null : totals;
}

/** Slice by slice where documents are read, until more are found than are to be counted or the time is over. */
async function counted(ctx: Ctx, input: Input): Promise<Totals> {
  const { query, withinMs } = input;
  const until = performance.now() + (withinMs ?? Number.POSITIVE_INFINITY);
  const bySlices = withinMs === undefined ? readsManyDocuments(input) : looksAtMany(input);
  const stretch = { direction: "desc", query } as const;
  const total = { count: 0, bytes: 0, isCut: false };
  for await (const { calls, last } of bySlices ? slicesOf(ctx, stretch) : wholeSlice(stretch)) {
    const limit = input.limit === undefined ? undefined : input.limit - total.count;
    const { count, bytes } = await countedIn(ctx, { ...input, limit }, calls);
    total.count += count;
    total.bytes += bytes;
    if (input.limit !== undefined && total.count > input.limit) break;
    total.isCut = last !== null && performance.now() >= until;
    if (total.isCut) break;
  }
  return total;
}

async function countedIn(
  ctx: Ctx,
  { limit, includeTotalStorageSize, ...selection }: Input,
  calls: Sql,
): Promise<Totals> {
  const size = includeTotalStorageSize ? sizeOf.own : sql`0::float8`;
  const isCounted = sql`place <= ${limit ?? null}::float8 or ${limit === undefined}`;
  const [row] = await ctx.db.query(sql`
    select ${columns({
      count: float(sql`count(*)`),
      bytes: float(sql`coalesce(sum(size) filter (where ${isCounted}), 0)`),
    })}
    from (
      select ${size} as size, row_number() over () as place from call c
      where ${callConditions(ctx, selection)} and ${calls} limit ${limit === undefined ? null : limit + 1}
    ) matching`);
  return row ?? { count: 0, bytes: 0 };
}
