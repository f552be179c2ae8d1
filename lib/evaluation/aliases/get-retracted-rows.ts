import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getRetractedRows as contract } from "#lib/contract/evaluation/aliases.ts";
import { retractedRowsOf } from "#lib/datasets/retractions/retracted-rows-of.ts";
import { findCheckpoint } from "#lib/models/checkpoints/checkpoints.ts";
import { openModel } from "#lib/models/open-model.ts";
import { NotFound } from "#lib/platform/errors.ts";

export async function getRetractedRows(
  ctx: AccountCtx,
  { modelId, step }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "models:read");
  if (!(await findCheckpoint(ctx.db, model, step)))
    throw new NotFound(`${model.name} has no checkpoint of step ${step}`);
  const learner = { modelId, step };
  const retracted = await retractedRowsOf({ db: ctx.db, project: model.project }, [learner]);
  return { step, retracted: retracted(learner) };
}
