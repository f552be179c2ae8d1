import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluations.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { findRuns } from "#lib/evaluation/run-records.internal.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.getEvaluation;

const NEWEST = 50;

export async function getEvaluation(
  ctx: Ctx,
  { evaluationId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const evaluation = await requireEvaluation(ctx, evaluationId);
  return { evaluation, runs: await findRuns(ctx, sql`n.evaluation_id = ${evaluationId}`, { limit: NEWEST }) };
}
