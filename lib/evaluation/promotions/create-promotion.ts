import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { createPromotion as contract } from "#lib/contract/evaluation/promotions.ts";
import { requirePassed } from "#lib/evaluation/gates/require-passed.internal.ts";
import { requireSound } from "#lib/models/checkpoints/move-alias.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import { noSuchModel, openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { requirePromotion } from "./promotion-rows.internal.ts";

type Input = InputOf<typeof contract>;

/** Under the model's lock, so that two who ask for the same at once ask once. */
export async function createPromotion(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract>> {
  const { project, actor } = ctx;
  const { modelId, alias, step } = input;
  const model = await openModel(ctx, modelId, "models:write");
  if (model.projectId !== project.id) throw noSuchModel(modelId);
  return ctx.db.transaction(async (db) => {
    await lockModel(db, modelId, "update");
    await requireSound(db, model, step);
    await requireNew(db, { projectId: project.id, modelId, alias, step });
    const lines = await requirePassed(db, model, { alias, step });
    const id = newId();
    const note = input.note?.trim() || null;
    await db.prisma.promotion.create({
      data: { id, projectId: project.id, modelId, alias, step, note, lines, askedBy: actor.userId },
    });
    const facts = { action: "promotion.asked", projectId: project.id, target: modelId } as const;
    await recordAudit({ ...ctx, db }, { ...facts, details: { name: alias, step } });
    await tellProject(db, project.id, "models");
    return { promotion: await requirePromotion({ db, project }, id) };
  });
}

type Wish = { projectId: string; modelId: string; alias: string; step: number };

async function requireNew(db: Db, wish: Wish): Promise<void> {
  const { projectId, modelId, alias, step } = wish;
  const where = { projectId_modelId_name: { projectId, modelId, name: alias } };
  const now = await db.prisma.checkpointAlias.findUnique({ where });
  if (now?.step === step)
    throw new Conflict(`The alias ${alias} is step ${step} already`, { code: "already_there" });
  const asked = await db.prisma.promotion.findFirst({ where: { ...wish, state: "waiting" } });
  if (asked)
    throw new Conflict(`Step ${step} for ${alias} was asked for already, and waits for an admin`, {
      code: "already_asked",
    });
}
