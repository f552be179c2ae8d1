import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { deleteModel as contract } from "#lib/contract/models/models.ts";
import { removeFolders } from "#lib/models/checkpoints/remove-folders.internal.ts";
import { comparedSteps } from "#lib/models/compared-steps.internal.ts";
import { tryLockModel } from "#lib/models/lock-model.ts";
import { type OpenModel, openModelOnceThere } from "#lib/models/open-model.ts";
import { unendedJobs } from "#lib/models/unended-jobs.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { jobPath } from "#lib/platform/storage/data-paths.ts";

/** The rows go first and the files after them, so that no row ever names files that are gone. */
export async function deleteModel(
  ctx: AccountCtx,
  { modelId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModelOnceThere(ctx, modelId, "models:write");
  if (model.deletedAt !== null) return { modelId, deletedCheckpoints: 0, deletedRun: false };
  const { folders, jobIds } = await ctx.db.transaction((tx) => deleteRows({ ...ctx, db: tx }, model));
  await removeFolders([...folders, ...jobIds.map((id) => jobPath(id))]);
  return { modelId, deletedCheckpoints: folders.length, deletedRun: false };
}

/** The folders to delete: those of its checkpoints and jobs. The rows of the jobs stay as a record. */
type Left = { folders: (string | null)[]; jobIds: string[] };

async function deleteRows(ctx: AccountCtx, model: OpenModel): Promise<Left> {
  const { db } = ctx;
  if (!(await tryLockModel(db, model.id, "update"))) return { folders: [], jobIds: [] };
  await refuseBusy(db, model);
  const deletedAt = new Date();
  await db.prisma.model.update({ where: { id: model.id }, data: { deletedAt } });
  const rows = await db.prisma.checkpoint.updateManyAndReturn({
    where: { modelId: model.id, deletedAt: null },
    data: { deletedAt },
    select: { folder: true },
  });
  const details = { name: model.name, checkpoints: rows.length };
  await recordAudit(ctx, { action: "model.deleted", projectId: model.projectId, target: model.id, details });
  const jobs = await db.prisma.trainingJob.findMany({ where: { modelId: model.id }, select: { id: true } });
  return { folders: rows.map(({ folder }) => folder), jobIds: jobs.map(({ id }) => id) };
}

async function refuseBusy(db: Db, { id, projectId, name }: OpenModel): Promise<void> {
  const [compared] = await comparedSteps(db, { projectId, modelId: id });
  if (compared)
    throw new Conflict(
      `Step ${compared.step} of ${name} is compared in a run of the loop “${compared.loopName}”, which has not ended; stop the run or wait, then delete`,
    );
  const [job] = await unendedJobs(db, id);
  if (job)
    throw new Conflict(
      `The model ${name} has a job that has not ended (${job.id}, ${job.state}); cancel it or wait, then delete`,
    );
}
