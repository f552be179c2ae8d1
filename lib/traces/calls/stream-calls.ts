import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { SortBy } from "#lib/contract/query.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import type { streamCalls as contract } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { callConditions } from "./call-conditions.ts";
import { readsManyDocuments, slicesOf, wholeSlice } from "./call-slices.internal.ts";
import { columnExpander } from "./expand/expand-columns.internal.ts";
import { requireBeforeReferences } from "./expand/require-before-references.internal.ts";
import { BATCH_STORED_BYTES, pagesByStart } from "./pages-by-start.internal.ts";
import { placesOf } from "./places-of-calls.internal.ts";
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
  return startOrder(input.sortBy) ? pagesInOrder(ctx, input, wanted) : batchesByPlace(ctx, input, wanted);
}

async function* noBatches(): AsyncGenerator<never> {}

function pagesInOrder(ctx: Ctx, input: Input, wanted: Wanted): AsyncGenerator<CallRow[]> {
  const direction = startOrder(input.sortBy) ?? "asc";
  const stretch = { direction, query: input.query };
  const slices = readsManyDocuments(input) ? slicesOf(ctx, stretch) : wholeSlice(stretch);
  return pagesByStart(ctx, { where: callConditions(ctx, input), wanted, direction, slices, ...input });
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
