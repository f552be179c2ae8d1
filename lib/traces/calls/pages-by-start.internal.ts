import type { Ctx } from "#lib/access/context.ts";
import type { SortBy } from "#lib/contract/query.ts";
import { charactersIn, FIRST_ROWS, nextRows } from "#lib/platform/db/batch-rows.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { byStart, isBeyond, type Slice } from "./call-slices.internal.ts";
import { type CallRow, callColumns, storedBytes, type Wanted } from "./select-calls.internal.ts";

type Asked = {
  where: Sql;
  wanted: Wanted;
  direction: SortBy["direction"];
  /** Stretches that follow one another in that order. */
  slices: AsyncIterable<Slice> | Iterable<Slice>;
  limit?: number | undefined;
  offset?: number | undefined;
};

/** Calls in the order of their start, in batches of a bounded size. */
export async function* pagesByStart(ctx: Ctx, asked: Asked): AsyncGenerator<CallRow[]> {
  const { where, wanted, direction, slices } = asked;
  const order = byStart(direction);
  let left = asked.limit ?? Number.POSITIVE_INFINITY;
  let offset = asked.offset ?? 0;
  let size = FIRST_ROWS;
  for await (const { calls } of slices) {
    let after: Sql = sql`true`;
    for (let isAtEnd = false; !isAtEnd && left > 0; ) {
      const count = Math.min(size, left);
      const inSlice = sql`${where} and ${calls} and ${after}`;
      const from = sql`call c where ${inSlice} ${order} limit ${count} offset ${offset}`;
      const rows: CallRow[] = await ctx.db.query(selectBounded(ctx, wanted, { from, order }));
      const last = rows.at(-1);
      if (last) yield rows;
      else if (offset > 0) offset -= await countUpTo(ctx, offset, inSlice);
      isAtEnd = !last || (rows.length < count && !mayBeCut(rows, wanted));
      if (!last) continue;
      left -= rows.length;
      size = nextRows(rows);
      offset = 0;
      after = isBeyond(direction, last);
    }
    if (left <= 0) return;
  }
}

/** How many calls a slice has of those to be left out. */
async function countUpTo({ db }: Ctx, limit: number, where: Sql): Promise<number> {
  const [found] = await db.query(sql`
    select ${columns({ count: int(sql`count(*)`) })} from (select from call c where ${where} limit ${limit}) skipped`);
  return found?.count ?? 0;
}

/** The byte limit of a batch's documents, except the first batch: later calls may be far larger than earlier ones. */
export const BATCH_STORED_BYTES = 4 * 1024 * 1024;

/** The calls of `from`, of which the later ones are left out where the earlier ones are large. */
function selectBounded(ctx: Ctx, wanted: Wanted, { from, order }: { from: Sql; order: Sql }) {
  const read = callColumns(ctx.project, wanted);
  const bytes = storedBytes(wanted);
  if (bytes === null) return sql`select ${read} from ${from}`;
  return sql`
    select ${read} from (
      select c.*, sum(${bytes}) over (${order} rows between unbounded preceding and 1 preceding) as bytes_before
      from (select c.* from ${from}) c) c
    where coalesce(c.bytes_before, 0) < ${BATCH_STORED_BYTES} ${order}`;
}

/** A character takes at most four bytes, and no document more than its text. */
function mayBeCut(rows: readonly CallRow[], wanted: Wanted): boolean {
  return storedBytes(wanted) !== null && 4 * charactersIn(rows) >= BATCH_STORED_BYTES;
}
