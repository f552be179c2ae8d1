import type { Ctx } from "#lib/access/context.ts";
import type { createTable as contract } from "#lib/contract/compat/tables.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { storeRows, storeTable } from "./store-table.internal.ts";

export async function createTable(
  ctx: Ctx,
  { table }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { rows, expectedDigest } = table;
  return ctx.db.transaction(async (db) => {
    const rowDigests = await storeRows(db, ctx.project.id, rows);
    const digest = await storeTable({ ...ctx, db }, { rowDigests, expectedDigest });
    return { digest, rowDigests };
  });
}
