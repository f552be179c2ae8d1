import type { Ctx } from "#lib/access/context.ts";
import type { getTableStats as contract } from "#lib/contract/compat/tables.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { requireRowCount } from "./require-table.internal.ts";

export async function getTableStats(
  ctx: Ctx,
  { digest }: InputOf<typeof contract>,
): Promise<{ count: number }> {
  return { count: await requireRowCount(ctx, digest) };
}
