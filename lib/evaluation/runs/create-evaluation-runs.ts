import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { beginRuns } from "./begin-runs.internal.ts";

type Endpoint = typeof contract.createEvaluationRuns;

export function createEvaluationRuns(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  return beginRuns(ctx, input, "person");
}
