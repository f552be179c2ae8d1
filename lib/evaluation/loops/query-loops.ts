import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryLoops as contract } from "#lib/contract/loops/loops.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { findLoops } from "./loop-records.internal.ts";

export async function queryLoops(
  ctx: Ctx,
  { limit, offset }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const totalCount = await ctx.db.prisma.loop.count({
    where: { projectId: ctx.project.id, deletedAt: null },
  });
  return { loops: await findLoops(ctx, sql`true`, { limit, offset }), totalCount };
}
