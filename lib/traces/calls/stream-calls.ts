import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { SortBy } from "#lib/contract/query.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import type { streamCalls as contract } from "#lib/contract/traces/calls.ts";
import { charactersIn, FIRST_ROWS, nextRows } from "#lib/platform/db/batch-rows.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { callConditions } from "./call-conditions.ts";
import { readsManyDocuments, slicesOf } from "./call-slices.internal.ts";
import { columnExpander } from "./expand-columns.internal.ts";
import { placesOf } from "./places-of-calls.internal.ts";
import { requireBeforeReferences } from "./require-before-references.internal.ts";
import { type CallRow, callColumns, storedBytes, type Wanted, wantedOf } from "./select-calls.internal.ts";
import { shapeCall } from "./shape-call.internal.ts";
import { withFeedback } from "./with-feedback.internal.ts";

type Input = InputOf<typeof contract>;

/** Gives calls as they are drawn. The first ones are read before the answer, so that a query that fails is refused properly. */
export async function streamCalls(ctx: Ctx, input: Input): Promise<AsyncIterable<Call>> {
  requireBeforeReferences(input);
  const wanted = wantedOf(input);
  const batches = batchesOf(ctx, input, wanted);
  const first = await batches.next();
  return eachCall(first, batches, shaperOf(ctx, input, wanted));
}

/** In order of start a place can be found again, so that no connection waits for a slow reader; other orders need a cursor. */
function batchesOf(ctx: Ctx, input: Input, wanted: Wanted): AsyncGenerator<CallRow[]> {
  if (input.limit === 0) return noBatches();
  return startOrder(input.sortBy) ? pagesByStart(ctx, input, wanted) : batchesByPlace(ctx, input, wanted);
}

async function* noBatches(): AsyncGenerator<never> {}

async function* pagesByStart(ctx: Ctx, input: Input, wanted: Wanted): AsyncGenerator<CallRow[]> {
  const isDescending = startOrder(input.sortBy) === "desc";
  const order = isDescending ? sql`order by c.started_at desc, c.id desc` : sql`order by c.started_at, c.id`;
  const where = callConditions(ctx, input);
  const slices = readsManyDocuments(input) ? slicesOf(ctx, isDescending ? "desc" : "asc") : [sql`true`];
  let left = input.limit ?? Number.POSITIVE_INFINITY;
  let offset = input.offset ?? 0;
  let size = FIRST_ROWS;
  for await (const slice of slices) {
    let after: Sql = sql`true`;
    for (let isAtEnd = false; !isAtEnd && left > 0; ) {
      const count = Math.min(size, left);
      const inSlice = sql`${where} and ${slice} and ${after}`;
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
      const place = sql`(${last.startedAt}::timestamptz, ${last.id})`;
      after = isDescending ? sql`(c.started_at, c.id) < ${place}` : sql`(c.started_at, c.id) > ${place}`;
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
const BATCH_STORED_BYTES = 4 * 1024 * 1024;

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

/** The places give the calls in order; their documents are read in batches of a bounded size. */
async function* batchesByPlace(ctx: Ctx, input: Input, wanted: Wanted): AsyncGenerator<CallRow[]> {
  const where = callConditions(ctx, input);
  const places = await placesOf(ctx, input, storedBytes(wanted) ?? sql`0`);
  const read = callColumns(ctx.project, wanted);
  for await (const ids of batchesOfIds(places)) {
    const rows: CallRow[] = await ctx.db.query(
      sql`select ${read} from call c where ${where} and c.id = any(${ids})`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    // One that was deleted since is left out.
    yield ids.flatMap((id) => byId.get(id) ?? []);
  }
}

const MAX_IDS = 200;

async function* batchesOfIds(places: AsyncIterable<{ id: string; bytes: number }>): AsyncGenerator<string[]> {
  let ids: string[] = [];
  let held = 0;
  for await (const { id, bytes } of places) {
    ids.push(id);
    held += bytes;
    if (ids.length < MAX_IDS && held < BATCH_STORED_BYTES) continue;
    yield ids;
    ids = [];
    held = 0;
  }
  if (ids.length > 0) yield ids;
}

async function* eachCall(
  first: IteratorResult<CallRow[], unknown>,
  rest: AsyncGenerator<CallRow[]>,
  shape: (rows: CallRow[]) => Promise<Call[]>,
): AsyncGenerator<Call> {
  if (first.done) return;
  try {
    yield* await shape(first.value);
    for await (const rows of rest) yield* await shape(rows);
  } finally {
    await rest.return(undefined);
  }
}

/** Turns rows into the calls that were asked for; what references name is remembered from one batch to the next. */
function shaperOf(ctx: Ctx, input: Input, wanted: Wanted): (rows: CallRow[]) => Promise<Call[]> {
  const { expandColumns = [], returnExpandedColumnValues = true, includeFeedback } = input;
  const expand = columnExpander(ctx, returnExpandedColumnValues ? expandColumns : []);
  return async (rows) => {
    const calls = await expand(rows.map((row) => shapeCall(row, ctx.project, wanted)));
    return includeFeedback ? withFeedback(ctx, calls) : calls;
  };
}

/** The direction in which calls come by their start alone, or null where the order is another. */
function startOrder(sortBy: SortBy[] | undefined): SortBy["direction"] | null {
  if (!sortBy) return "asc";
  const [first, second] = sortBy;
  return first?.field === "started_at" && !second ? first.direction : null;
}
