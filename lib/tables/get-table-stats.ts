import type { Ctx } from "#lib/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { getTableStats as contract } from "#lib/contract/tables.ts";
import { requireRowCount } from "./require-table.internal.ts";

export async function getTableStats(
  ctx: Ctx,
  { digest }: InputOf<typeof contract>,
): Promise<{ count: number }> {
  return { count: await requireRowCount(ctx, digest) };
}
