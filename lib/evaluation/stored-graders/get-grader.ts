import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/graders.ts";
import { requireGrader, toGrader } from "./grader-records.internal.ts";

type Endpoint = typeof contract.getGrader;

export async function getGrader(ctx: Ctx, { graderId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  return { grader: toGrader(await requireGrader(ctx, graderId), ctx.project) };
}
