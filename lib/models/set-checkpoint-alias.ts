import type { AccountCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { setCheckpointAlias as contract } from "#lib/contract/models.ts";
import { Conflict, NotFound } from "#lib/errors.ts";
import { tellProject } from "#lib/live/tell-project.ts";
import { findCheckpoint } from "./checkpoints.ts";
import { lockModel } from "./lock-model.ts";
import { openModel } from "./open-model.ts";

/** Under the model's lock, so that no checkpoint is deleted while it gets a name. */
export async function setCheckpointAlias(
  ctx: AccountCtx,
  { modelId, name, step }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "models:write");
  const { projectId } = model;
  await ctx.db.transaction(async (db) => {
    await lockModel(db, modelId, "share");
    const checkpoint = await findCheckpoint(db, model, step);
    if (!checkpoint) throw new NotFound(`${model.name} has no checkpoint of step ${step}`);
    if (checkpoint.corruptAt !== null)
      throw new Conflict(
        `The files of step ${step} of ${model.name} have changed since they were written; name another step`,
      );
    const moved = { step, updatedBy: ctx.actor.userId, updatedAt: new Date() };
    await db.prisma.checkpointAlias.upsert({
      where: { projectId_modelId_name: { projectId, modelId, name } },
      create: { projectId, modelId, name, ...moved },
      update: moved,
    });
    await tellProject(db, projectId, "models");
  });
  return { name, step };
}
