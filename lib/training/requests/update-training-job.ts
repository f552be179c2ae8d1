import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { updateTrainingJob as contract } from "#lib/contract/training/training.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { requireJob, requireJobRow } from "#lib/training/require-job.internal.ts";
import { distinct } from "./insert-job.internal.ts";

export async function updateTrainingJob(
  ctx: AccountCtx,
  { trainingJobId, name, tags, note, group }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await requireJobRow(ctx, trainingJobId, "training:write");
  return ctx.db.transaction(async (db) => {
    const { projectId } = await db.prisma.trainingJob.update({
      where: { id: trainingJobId },
      data: {
        ...(name === undefined ? {} : { name: name || null }),
        ...(tags === undefined ? {} : { tags: distinct(tags) }),
        ...(note === undefined ? {} : { note: note || null }),
        ...(group === undefined ? {} : { groupName: group || null }),
      },
      select: { projectId: true },
    });
    await tellProject(db, projectId, "jobs");
    return requireJob({ ...ctx, db }, trainingJobId, "training:write");
  });
}
