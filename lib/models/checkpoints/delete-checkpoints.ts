import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { deleteCheckpoints as contract } from "#lib/contract/models/models.ts";
import { comparedSteps } from "#lib/models/compared-steps.internal.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import { type OpenModel, openModel } from "#lib/models/open-model.ts";
import { type UnendedJob, unendedJobs } from "#lib/models/unended-jobs.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { proposedStartOf } from "./proposed-start-of.ts";
import { removeFolders } from "./remove-folders.internal.ts";

type Deleted = { step: number; folder: string | null };

/** Deletes all existing steps, or none if one of them must stay. Deletes the rows first, and then the files. */
export async function deleteCheckpoints(
  ctx: AccountCtx,
  { modelId, steps: asked }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "models:write");
  const steps = [...new Set(asked)];
  const deleted = steps.length === 0 ? [] : await deleteRows(ctx, model, steps);
  await removeFolders(deleted.map(({ folder }) => folder));
  const gone = new Set(deleted.map(({ step }) => step));
  return { deletedCount: deleted.length, notFoundSteps: steps.filter((step) => !gone.has(step)) };
}

function deleteRows(ctx: AccountCtx, model: OpenModel, steps: number[]): Promise<Deleted[]> {
  return ctx.db.transaction(async (db) => {
    await lockModel(db, model.id, "update");
    await refuseNeeded({ ...ctx, db }, model, steps);
    const rows = await db.prisma.checkpoint.updateManyAndReturn({
      where: { modelId: model.id, step: { in: steps }, deletedAt: null },
      data: { deletedAt: new Date() },
      select: { step: true, folder: true },
    });
    if (rows.length === 0) return rows;
    const details = {
      steps: rows
        .map(({ step }) => step)
        .sort((a, b) => a - b)
        .join(" ")
        .slice(0, 1000),
    };
    await recordAudit(
      { ...ctx, db },
      { action: "checkpoints.deleted", projectId: model.projectId, target: model.id, details },
    );
    await withdrawAsked({ ...ctx, db }, model, steps);
    await tellProject(db, model.projectId, "models");
    return rows;
  });
}

/** Nobody can approve a step that is gone, so what asked for it does not wait for an admin any more. */
async function withdrawAsked(ctx: AccountCtx, { id: modelId, projectId }: OpenModel, steps: number[]) {
  const { db, actor } = ctx;
  const withdrawn = await db.prisma.promotion.updateManyAndReturn({
    where: { projectId, modelId, step: { in: steps }, state: "waiting" },
    data: {
      state: "withdrawn",
      decidedBy: actor.userId,
      decidedAt: new Date(),
      decision: "The checkpoint was deleted",
    },
    select: { alias: true, step: true },
  });
  for (const { alias, step } of withdrawn)
    await recordAudit(ctx, {
      action: "promotion.withdrawn",
      projectId,
      target: modelId,
      details: { name: alias, step },
    });
}

async function refuseNeeded({ db }: AccountCtx, model: OpenModel, steps: number[]): Promise<void> {
  const rows = await db.prisma.checkpoint.findMany({
    where: { modelId: model.id, deletedAt: null, isInterim: false },
    orderBy: { step: "desc" },
    select: { step: true },
  });
  const named = new Set(steps);
  await refuseNamed(db, model, steps);
  const there = rows.map(({ step }) => step);
  if (there.length > 0 && there.every((step) => named.has(step)))
    throw new Conflict(
      `${model.name} would have no checkpoint left, but for those that jobs left on the way; keep one, or delete the model`,
    );
  await refuseCompared(db, model, named);
  for (const job of await unendedJobs(db, model.id)) {
    const start = (await startOf(db, model, job)) ?? there[0];
    const needed = [start, job.referenceStep].find(
      (step) => step !== null && step !== undefined && named.has(step),
    );
    if (needed !== undefined)
      throw new Conflict(
        `Step ${needed} of ${model.name} is used by the job ${job.id}, which has not ended; cancel it or wait, then delete`,
      );
  }
}

/** A run of a loop measures two steps once its job has ended, and is at a loss where one of them is gone. */
async function refuseCompared(
  db: Db,
  { id, projectId, name }: OpenModel,
  named: ReadonlySet<number>,
): Promise<void> {
  const compared = await comparedSteps(db, { projectId, modelId: id });
  const found = compared.find(({ step }) => named.has(step));
  if (found)
    throw new Conflict(
      `Step ${found.step} of ${name} is compared in a run of the loop “${found.loopName}”, which has not ended; stop the run or wait, then delete`,
    );
}

/** Null is the newest step. */
async function startOf(
  db: Db,
  { id, project }: OpenModel,
  { startStep, startsClean }: UnendedJob,
): Promise<number | null> {
  return startsClean ? proposedStartOf({ db, project }, id, startStep) : startStep;
}

async function refuseNamed(
  db: Db,
  { id: modelId, projectId, name }: OpenModel,
  steps: number[],
): Promise<void> {
  const alias = await db.prisma.checkpointAlias.findFirst({
    where: { projectId, modelId, step: { in: steps } },
    orderBy: { name: "asc" },
  });
  if (alias)
    throw new Conflict(
      `Step ${alias.step} of ${name} has the alias '${alias.name}'; move or delete the alias, then delete the checkpoint`,
    );
}
