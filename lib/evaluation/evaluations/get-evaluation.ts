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
  const own = sql`n.evaluation_id = ${evaluationId}`;
  const newest = await findRuns(ctx, own, { limit: NEWEST });
  // A guard or a loop does not push out what people look at.
  const ofPeople = await findRuns(ctx, sql`${own} and n.origin = 'person'`, { limit: NEWEST });
  const isNewest = new Set(newest.map(({ id }) => id));
  return { evaluation, runs: [...newest, ...ofPeople.filter(({ id }) => !isNewest.has(id))] };
}
