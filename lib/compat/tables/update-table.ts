import type { Ctx } from "#lib/access/context.ts";
import type { updateTable as contract } from "#lib/contract/compat/tables.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { requireTable } from "./require-table.internal.ts";
import { storeRows, storeTable } from "./store-table.internal.ts";

type Input = InputOf<typeof contract>;

export async function updateTable(
  ctx: Ctx,
  { baseDigest, updates }: Input,
): Promise<ReplyOf<typeof contract>> {
  const changes = updates.map(readChange);
  requireFewMoves(changes);
  const { rowDigests } = await requireTable(ctx, baseDigest);
  return ctx.db.transaction(async (db) => {
    const added = changes.flatMap((change) => (change.row ? [change.row] : []));
    const digests = (await storeRows(db, ctx.project.id, added)).values();
    const updatedRowDigests = changes.map((change, i) => {
      const at = requirePlace(change, { count: rowDigests.length, place: i });
      if (!change.row) return rowDigests.splice(at, 1)[0] ?? "";
      const digest = digests.next().value ?? "";
      rowDigests.splice(at, 0, digest);
      return digest;
    });
    return { digest: await storeTable({ ...ctx, db }, { rowDigests }), updatedRowDigests };
  });
}

/** Puts a row in, or takes one out where there is none; at the end where no index is named. */
type Change = { row: Record<string, unknown> | null; index: number | null };

function readChange({ append, pop, insert }: Input["updates"][number], i: number): Change {
  const named = [append, pop, insert].filter((one) => one !== undefined);
  if (named.length !== 1)
    throw invalidAt(["body", "updates", i], {
      type: "value_error",
      text: "a change must be exactly one of append, pop and insert",
    });
  if (append) return { row: append.row, index: null };
  return { row: insert?.row ?? null, index: (insert ?? pop)?.index ?? null };
}

/** Each may move all rows after it, while nobody else is served. */
const MAX_MOVES = 1000;

function requireFewMoves(changes: readonly Change[]): void {
  const moves = changes.filter(({ index }) => index !== null).length;
  if (moves > MAX_MOVES)
    throw new Rejected(
      `A request can have at most ${MAX_MOVES} of pop and insert, not ${moves}; store a new table instead`,
    );
}

function requirePlace({ row, index }: Change, { count, place }: { count: number; place: number }): number {
  const at = index ?? count;
  if (at < count || (row && at === count)) return at;
  throw new Rejected(
    `updates.${place} names row ${at}, but the table then has ${count} rows, counted from 0`,
  );
}
