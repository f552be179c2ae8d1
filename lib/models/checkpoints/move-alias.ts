import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { AliasMoveKind } from "#lib/contract/evaluation/aliases.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import type { OpenModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { findCheckpoint } from "./checkpoints.ts";

/** The new step of an alias, and its current one. */
export type AliasStep = {
  readonly name: string;
  readonly step: number;
};
export type AliasNow = { readonly step: number; readonly previousStep: number | null };

/** By which right an alias moves, and what its history keeps of that. */
export type AliasRight = {
  readonly kind: Exclude<AliasMoveKind, "removed">;
  readonly note: string | null;
  readonly lines: Prisma.InputJsonValue;
  /** The person who requested the approved move. */
  readonly askedBy?: string;
};

type AliasActs<Answer> = {
  readonly requireRight: (db: Db, now: AliasNow | null) => Promise<AliasRight>;
  /** Read in the same transaction, so that an error always means that nothing changed. */
  readonly answer: (db: Db) => Promise<Answer>;
};

/**
 * Moves an alias under the model's lock, so that its checkpoint is not deleted in between, and `requireRight` checks the current state. Moving
 * it to its own step changes nothing.
 */
export function moveAlias<Answer>(
  ctx: AccountCtx,
  model: OpenModel,
  { name, step }: AliasStep,
  { requireRight, answer }: AliasActs<Answer>,
): Promise<Answer> {
  const { projectId, id: modelId } = model;
  return ctx.db.transaction(async (db) => {
    await lockModel(db, modelId, "update");
    await requireSound(db, model, step);
    const where = { projectId_modelId_name: { projectId, modelId, name } };
    const before = await db.prisma.checkpointAlias.findUnique({ where });
    if (before?.step === step) return answer(db);
    const right = await requireRight(db, before);
    const key = { projectId, modelId, alias: name };
    const isBack = right.kind === "rolled_back";
    const moved = {
      step,
      previousStep: isBack ? await stepBefore(db, key, step) : (before?.step ?? null),
      updatedBy: ctx.actor.userId,
      updatedAt: new Date(),
    };
    await db.prisma.checkpointAlias.upsert({
      where,
      create: { projectId, modelId, name, ...moved },
      update: moved,
    });
    await db.prisma.checkpointAliasMove.create({
      data: {
        id: newId(),
        ...key,
        ...right,
        fromStep: before?.step ?? null,
        step,
        movedBy: ctx.actor.userId,
      },
    });
    await approveAsked(db, { ...key, step }, ctx.actor.userId, right);
    const details = {
      name,
      step,
      kind: right.kind,
      ...(before ? { from_step: before.step } : {}),
      ...(right.kind === "overridden" ? { override_reason: right.note } : {}),
      ...(isBack ? { rolled_back: true } : {}),
    };
    const action = before ? "checkpoint_alias.moved" : "checkpoint_alias.created";
    await recordAudit({ ...ctx, db }, { action, projectId, target: modelId, details });
    await tellProject(db, projectId, "models");
    return answer(db);
  });
}

/** Moving an alias approves pending requests for that move, however it was made. */
async function approveAsked(
  db: Db,
  wish: { projectId: string; modelId: string; alias: string; step: number },
  decidedBy: string,
  { note }: AliasRight,
): Promise<void> {
  await db.prisma.promotion.updateMany({
    where: { ...wish, state: "waiting" },
    data: { state: "approved", decidedBy, decidedAt: new Date(), decision: note },
  });
}

/** The step before the alias first came to `step`, so that another rollback goes further back, and not to the step just left. */
async function stepBefore(
  db: Db,
  key: { projectId: string; modelId: string; alias: string },
  step: number,
): Promise<number | null> {
  const came = await db.prisma.checkpointAliasMove.findFirst({
    where: { ...key, step, kind: { not: "rolled_back" } },
    orderBy: [{ movedAt: "desc" }, { id: "desc" }],
  });
  return came?.fromStep ?? null;
}

export async function requireSound(db: Db, model: OpenModel, step: number): Promise<void> {
  const checkpoint = await findCheckpoint(db, model, step);
  if (!checkpoint) throw new NotFound(`${model.name} has no checkpoint of step ${step}`);
  if (checkpoint.corruptAt !== null)
    throw new Conflict(
      `The files of step ${step} of ${model.name} have changed since they were written; name another step`,
    );
}
