import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { cancelTrainingJob as contract } from "#lib/contract/training/training.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";
import { requireJob, requireJobRow } from "#lib/training/require-job.internal.ts";

export function cancelTrainingJob(
  ctx: AccountCtx,
  { trainingJobId, keep = false }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return ctx.db.transaction(async (db) => {
    await requireJobRow({ ...ctx, db }, trainingJobId, "training:write");
    await askCancel(db, trainingJobId, { keep, asked: { by: ctx.actor.userId, cause: "asked" } });
    return requireJob({ ...ctx, db }, trainingJobId, "training:write");
  });
}
