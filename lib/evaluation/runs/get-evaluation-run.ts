import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { measuredRetractions } from "#lib/evaluation/measured-retractions.internal.ts";
import { requireRun } from "#lib/evaluation/run-records.internal.ts";

type Endpoint = typeof contract.getEvaluationRun;

export async function getEvaluationRun(ctx: Ctx, { runId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const run = await requireRun(ctx, runId);
  const retracted = await measuredRetractions(ctx, [run.id]);
  return { run, retracted: retracted.get(run.id) ?? null };
}
