import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { findRlRuns } from "./rl-records.internal.ts";

type Endpoint = typeof contract.queryRlRuns;

export async function queryRlRuns(
  ctx: Ctx,
  { modelId, jobId, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const ofModel = sql`(${modelId ?? null}::text is null or n.model_id = ${modelId ?? null}::text)`;
  const ofJob = sql`(${jobId ?? null}::text is null or exists (
    select from rl_round o where o.project_id = n.project_id and o.run_id = n.id and o.job_id = ${jobId ?? null}::text))`;
  const wanted = sql`${ofModel} and ${ofJob}`;
  const [counted] = await ctx.db.query(sql`
    select ${columns({ all: int(sql`count(*)`) })} from rl_run n where n.project_id = ${ctx.project.id} and ${wanted}`);
  return { runs: await findRlRuns(ctx, wanted, { limit, offset }), totalCount: counted?.all ?? 0 };
}
