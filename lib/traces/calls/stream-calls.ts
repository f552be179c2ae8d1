import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import type { streamCalls as contract } from "#lib/contract/traces/calls.ts";
import { FIRST_ROWS, nextRows } from "#lib/platform/db/batch-rows.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { callConditions } from "./call-conditions.ts";
import { callOrder, startOrder } from "./call-order.internal.ts";
import { columnExpander } from "./expand-columns.internal.ts";
import { requireBeforeReferences } from "./require-before-references.internal.ts";
import { type CallRow, callColumns, type Wanted, wantedOf } from "./select-calls.internal.ts";
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
  return startOrder(input.sortBy) ? pagesByStart(ctx, input, wanted) : batchesByCursor(ctx, input, wanted);
}

async function* noBatches(): AsyncGenerator<never> {}

async function* pagesByStart(ctx: Ctx, input: Input, wanted: Wanted): AsyncGenerator<CallRow[]> {
  const isDescending = startOrder(input.sortBy) === "desc";
  const order = isDescending ? sql`order by c.started_at desc, c.id desc` : sql`order by c.started_at, c.id`;
  const read = callColumns(ctx.project, wanted);
  const where = callConditions(ctx, input);
  let left = input.limit ?? Number.POSITIVE_INFINITY;
  let after: Sql = sql`true`;
  let offset = input.offset ?? 0;
  for (let size = FIRST_ROWS; left > 0; ) {
    const count = Math.min(size, left);
    const rows: CallRow[] = await ctx.db.query(
      sql`select ${read} from call c where ${where} and ${after} ${order} limit ${count} offset ${offset}`,
    );
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < count) return;
    left -= rows.length;
    size = nextRows(rows);
    offset = 0;
    const place = sql`(${last.startedAt}::timestamptz, ${last.id})`;
    after = isDescending ? sql`(c.started_at, c.id) < ${place}` : sql`(c.started_at, c.id) > ${place}`;
  }
}

async function* batchesByCursor(ctx: Ctx, input: Input, wanted: Wanted): AsyncGenerator<CallRow[]> {
  const rows = await ctx.db.stream(sql`
    select ${callColumns(ctx.project, wanted)} from call c where ${callConditions(ctx, input)}
    ${callOrder(ctx, input.sortBy ?? [])}
    limit ${input.limit ?? null} offset ${input.offset ?? 0}`);
  let batch: CallRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < FIRST_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
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
