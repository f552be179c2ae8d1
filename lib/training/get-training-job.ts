import type { AccountCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getTrainingJob as contract } from "#lib/contract/training.ts";
import { requireJob } from "./require-job.internal.ts";

export function getTrainingJob(
  ctx: AccountCtx,
  { trainingJobId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return requireJob(ctx, trainingJobId, "training:read");
}
