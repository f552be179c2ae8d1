import type { AccountCtx } from "#lib/access/context.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getRetractedRowsOfJob as contract } from "#lib/contract/evaluation/aliases.ts";
import { retractedRowsOfJob } from "#lib/datasets/retractions/retracted-rows-of.ts";
import { requireJobRow } from "#lib/training/require-job.internal.ts";

export async function getRetractedRowsOfJob(
  ctx: AccountCtx,
  { trainingJobId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { id: jobId, modelId, projectId: path } = await requireJobRow(ctx, trainingJobId, "training:read");
  const project = await requireProject(ctx.db, ctx.actor, { path, permission: "training:read" });
  return { retracted: await retractedRowsOfJob({ db: ctx.db, project }, { jobId, modelId }) };
}
