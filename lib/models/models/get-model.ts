import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getModel as contract } from "#lib/contract/models/models.ts";
import { noSuchModel, openModel } from "#lib/models/open-model.ts";
import { findModelWithSteps } from "./models-with-steps.internal.ts";

export async function getModel(
  ctx: AccountCtx,
  { modelId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await openModel(ctx, modelId, "models:read");
  const model = await findModelWithSteps(ctx.db, modelId);
  if (!model) throw noSuchModel(modelId);
  return model;
}
