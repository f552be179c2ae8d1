import type { Ctx } from "#lib/access/context.ts";
import type { queryTable as contract } from "#lib/contract/compat/tables.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireRowCount } from "./require-table.internal.ts";
import { type PlacedRowText, selectRows, toPlacedRow } from "./select-rows.internal.ts";

export async function queryTable(
  ctx: Ctx,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await requireRowCount(ctx, input.digest);
  const rows = await ctx.db.query<PlacedRowText>(selectRows(ctx.project, input));
  return { rows: rows.map(toPlacedRow) };
}
