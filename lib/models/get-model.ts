import type { AccountCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getModel as contract } from "#lib/contract/models.ts";
import { sql } from "#lib/db/sql.ts";
import { findModelsWithSteps } from "./models-with-steps.internal.ts";
import { noSuchModel, openModel } from "./open-model.ts";

export async function getModel(
  ctx: AccountCtx,
  { modelId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await openModel(ctx, modelId, "models:read");
  const [model] = await findModelsWithSteps(ctx.db, { where: sql`m.id = ${modelId}` });
  if (!model) throw noSuchModel(modelId);
  return model;
}
