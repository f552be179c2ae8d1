import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/datasets.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { withVersions } from "#lib/datasets/dataset-records.internal.ts";
import { noSuchDataset, requireDataset } from "#lib/datasets/require-dataset.internal.ts";
import { versionsOf } from "#lib/datasets/versions-of.internal.ts";

type Endpoint = typeof contract.getDataset;

const MAX_VERSIONS = 20;

export async function getDataset(
  ctx: Ctx,
  { datasetId }: Pick<InputOf<Endpoint>, "datasetId">,
): Promise<ReplyOf<Endpoint>> {
  const [dataset] = await withVersions(ctx, [await requireDataset(ctx, datasetId)]);
  if (!dataset) throw noSuchDataset(datasetId);
  return { dataset, versions: await versionsOf(ctx, datasetId, { limit: MAX_VERSIONS, offset: 0 }) };
}
