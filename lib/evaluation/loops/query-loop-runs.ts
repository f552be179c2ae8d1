import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryLoopRuns as contract } from "#lib/contract/loops/loop-runs.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { findLoopRuns } from "./loop-run-records.internal.ts";

export async function queryLoopRuns(
  ctx: Ctx,
  { loopId, limit, offset }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const wanted = sql`(${loopId ?? null}::text is null or n.loop_id = ${loopId ?? null}::text)`;
  const [counted] = await ctx.db.query(sql`
    select ${columns({ all: int(sql`count(*)`) })} from loop_run n where n.project_id = ${ctx.project.id} and ${wanted}`);
  return { runs: await findLoopRuns(ctx, wanted, { limit, offset }), totalCount: counted?.all ?? 0 };
}
