import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { setCheckpointAlias as contract } from "#lib/contract/models/models.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import { type OpenModel, openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { findCheckpoint } from "./checkpoints.ts";

/** Under the model's lock, so that no checkpoint is deleted while it gets a name. The name's own step again changes nothing. */
export async function setCheckpointAlias(
  ctx: AccountCtx,
  { modelId, name, step }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "models:write");
  const { projectId } = model;
  await ctx.db.transaction(async (db) => {
    await lockModel(db, modelId, "update");
    await requireSound(db, model, step);
    const where = { projectId_modelId_name: { projectId, modelId, name } };
    const before = await db.prisma.checkpointAlias.findUnique({ where });
    if (before?.step === step) return;
    const moved = { step, updatedBy: ctx.actor.userId, updatedAt: new Date() };
    await db.prisma.checkpointAlias.upsert({
      where,
      create: { projectId, modelId, name, ...moved },
      update: moved,
    });
    await recordAudit(
      { ...ctx, db },
      {
        action: before ? "checkpoint_alias.moved" : "checkpoint_alias.created",
        projectId,
        target: modelId,
        details: { name, step, ...(before ? { from_step: before.step } : {}) },
      },
    );
    await tellProject(db, projectId, "models");
  });
  return { name, step };
}

async function requireSound(db: Db, model: OpenModel, step: number): Promise<void> {
  const checkpoint = await findCheckpoint(db, model, step);
  if (!checkpoint) throw new NotFound(`${model.name} has no checkpoint of step ${step}`);
  if (checkpoint.corruptAt !== null)
    throw new Conflict(
      `The files of step ${step} of ${model.name} have changed since they were written; name another step`,
    );
}
