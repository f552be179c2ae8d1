import type { Ctx } from "#lib/access/context.ts";
import type { streamTable as contract, PlacedRow } from "#lib/contract/compat/tables.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { requireRowCount } from "./require-table.internal.ts";
import { type PlacedRowText, selectRows, toPlacedRow } from "./select-rows.internal.ts";

export async function streamTable(
  ctx: Ctx,
  input: InputOf<typeof contract>,
): Promise<AsyncIterable<PlacedRow>> {
  await requireRowCount(ctx, input.digest);
  return placed(await ctx.db.stream<PlacedRowText>(selectRows(ctx.project, input)));
}

async function* placed(rows: AsyncIterable<PlacedRowText>): AsyncGenerator<PlacedRow> {
  for await (const row of rows) yield toPlacedRow(row);
}
