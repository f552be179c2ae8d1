import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import type { OpenModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { findCheckpoint } from "./checkpoints.ts";

export type AliasMove = {
  readonly name: string;
  readonly step: number;
  /** Why a gate was overridden. */
  readonly overrideReason?: string;
};

/**
 * Under the model's lock, so that no checkpoint is deleted while it gets a name, and what `requireFit` looks at is what holds then. The name's
 * own step again changes nothing.
 */
export function moveAlias(
  ctx: AccountCtx,
  model: OpenModel,
  { name, step, overrideReason }: AliasMove,
  requireFit: (db: Db) => Promise<void>,
): Promise<void> {
  const { projectId, id: modelId } = model;
  return ctx.db.transaction(async (db) => {
    await lockModel(db, modelId, "update");
    await requireSound(db, model, step);
    const where = { projectId_modelId_name: { projectId, modelId, name } };
    const before = await db.prisma.checkpointAlias.findUnique({ where });
    if (before?.step === step) return;
    await requireFit(db);
    const moved = {
      step,
      previousStep: before?.step ?? null,
      updatedBy: ctx.actor.userId,
      updatedAt: new Date(),
    };
    await db.prisma.checkpointAlias.upsert({
      where,
      create: { projectId, modelId, name, ...moved },
      update: moved,
    });
    const details = {
      name,
      step,
      ...(before ? { from_step: before.step } : {}),
      ...(overrideReason === undefined ? {} : { override_reason: overrideReason }),
    };
    const action = before ? "checkpoint_alias.moved" : "checkpoint_alias.created";
    await recordAudit({ ...ctx, db }, { action, projectId, target: modelId, details });
    await tellProject(db, projectId, "models");
  });
}

async function requireSound(db: Db, model: OpenModel, step: number): Promise<void> {
  const checkpoint = await findCheckpoint(db, model, step);
  if (!checkpoint) throw new NotFound(`${model.name} has no checkpoint of step ${step}`);
  if (checkpoint.corruptAt !== null)
    throw new Conflict(
      `The files of step ${step} of ${model.name} have changed since they were written; name another step`,
    );
}
