import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireDataset } from "#lib/datasets/require-dataset.internal.ts";
import { versionsOf } from "#lib/datasets/versions-of.internal.ts";

type Endpoint = typeof contract.queryDatasetVersions;

export async function queryDatasetVersions(
  ctx: Ctx,
  { datasetId, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireDataset(ctx, datasetId);
  const totalCount = await ctx.db.prisma.datasetVersion.count({
    where: { projectId: ctx.project.id, datasetId },
  });
  return { versions: await versionsOf(ctx, datasetId, { limit, offset }), totalCount };
}
