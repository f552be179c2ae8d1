import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { CallPlace } from "#lib/contract/traces/call-fields.ts";
import type { searchCalls as contract } from "#lib/contract/traces/calls.ts";
import { charactersIn } from "#lib/platform/db/batch-rows.ts";
import { callConditions } from "./call-conditions.ts";
import { looksAtMany, type Slice, slicesOf, wholeSlice } from "./call-slices.internal.ts";
import { BATCH_STORED_BYTES, pagesByStart } from "./pages-by-start.internal.ts";
import { type CallRow, wantedOf } from "./select-calls.internal.ts";
import { shapeCall } from "./shape-call.internal.ts";

type Input = InputOf<typeof contract>;

/** Calls in the order of their start, and how far they were looked for: at least one slice, and further ones as long as there is time. */
export async function searchCalls(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract>> {
  const wanted = wantedOf(input);
  const slices = looksAtMany(input) ? slicesOf(ctx, input) : wholeSlice(input);
  const search = withinTime(slices, input.withinMs);
  const pages = pagesByStart(ctx, {
    where: callConditions(ctx, input),
    wanted,
    direction: input.direction,
    slices: search.slices,
    limit: input.limit,
  });
  const { rows, isFull } = await pageOf(pages, input.limit);
  return {
    calls: rows.map((row) => shapeCall(row, ctx.project, wanted)),
    further: isFull ? placeOf(rows.at(-1)) : search.last(),
    isOutOfTime: !isFull && search.last() !== null,
  };
}

type Page = { rows: CallRow[]; isFull: boolean };

/** A page is also full when its documents weigh enough. */
async function pageOf(pages: AsyncIterable<CallRow[]>, limit: number): Promise<Page> {
  const rows: CallRow[] = [];
  for await (const batch of pages) {
    rows.push(...batch);
    if (rows.length >= limit || charactersIn(rows) >= BATCH_STORED_BYTES) return { rows, isFull: true };
  }
  return { rows, isFull: false };
}

/** The slices until the time is over, and the place where they ended; null where none is left. */
function withinTime(slices: AsyncIterable<Slice> | Iterable<Slice>, withinMs: number) {
  const until = performance.now() + withinMs;
  let last: CallPlace | null = null;
  async function* begun(): AsyncGenerator<Slice> {
    for await (const slice of slices) {
      yield slice;
      // The slice has been looked through.
      last = slice.last;
      if (performance.now() >= until) return;
    }
  }
  return { slices: begun(), last: () => last };
}

function placeOf(row: CallRow | undefined): CallPlace | null {
  return row ? { startedAt: row.startedAt, id: row.id } : null;
}
