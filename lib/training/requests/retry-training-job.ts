import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { retryTrainingJob as contract, TrainingJob } from "#lib/contract/training/training.ts";
import { openModel } from "#lib/models/open-model.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { jobPath, removeData } from "#lib/platform/storage/data-paths.ts";
import { sameSource } from "#lib/training/data/same-source.internal.ts";
import { requireJob } from "#lib/training/require-job.internal.ts";
import { insertJob, type JobLabels, removeUnusedData, unendedRetry } from "./insert-job.internal.ts";

export async function retryTrainingJob(
  ctx: AccountCtx,
  { trainingJobId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const job = await requireJob(ctx, trainingJobId, "training:write");
  const { state, kind, config, startStep, modelId } = job;
  if (state !== "failed" && state !== "cancelled")
    throw new Conflict(
      `Training job ${trainingJobId} is ${state}; only a failed or cancelled job can be retried`,
    );
  // Two presses on a button mean one job. It is looked for again when the other one is queued: both may be at work now.
  const earlier = await unendedRetry(ctx.db, trainingJobId);
  if (earlier !== null) return requireJob(ctx, earlier, "training:write");
  const { startsClean } = await ctx.db.prisma.trainingJob.findUniqueOrThrow({
    where: { id: trainingJobId },
    select: { startsClean: true },
  });
  const model = await openModel(ctx, modelId, "training:write");
  const id = newId();
  try {
    const kept = await sameSource(ctx, { from: trainingJobId, to: id });
    const queued = await insertJob(ctx, {
      id,
      kind,
      model,
      config,
      ...kept,
      startStep,
      startsClean,
      retryOf: trainingJobId,
      labels: labelsOf(job),
    });
    if (queued.id !== id) await removeData(jobPath(id));
    return queued;
  } catch (error) {
    await removeUnusedData(id, error);
    throw error;
  }
}

function labelsOf({ name, tags, note, group }: TrainingJob): JobLabels {
  return { name: name ?? "", tags, note: note ?? "", group: group ?? "" };
}
