import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/graders.ts";
import { updateGrader } from "./update-grader.ts";

type Endpoint = typeof contract.archiveGrader;

export function archiveGrader(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  return updateGrader(ctx, { ...input, isArchived: true });
}
