import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluations.ts";
import { findEvaluations } from "#lib/evaluation/evaluation-records.internal.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.queryEvaluations;

export async function queryEvaluations(
  ctx: Ctx,
  { name, datasetId, modelId, isArchived, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const wanted = sql`
    (${name ?? null}::text is null or strpos(lower(e.name), lower(${name ?? null}::text)) > 0)
    and (${datasetId ?? null}::text is null or e.dataset_id = ${datasetId ?? null}::text)
    and (${isArchived ?? null}::bool is null or e.is_archived = ${isArchived ?? null}::bool)
    and (${modelId ?? null}::text is null or exists (
      select from evaluation_run n
      where n.project_id = e.project_id and n.evaluation_id = e.id and n.model_id = ${modelId ?? null}::text))`;
  const [counted] = await ctx.db.query(sql`
    select ${columns({ all: int(sql`count(*)`) })} from evaluation e where e.project_id = ${ctx.project.id} and ${wanted}`);
  return {
    evaluations: await findEvaluations(ctx, wanted, { limit, offset }),
    totalCount: counted?.all ?? 0,
  };
}
