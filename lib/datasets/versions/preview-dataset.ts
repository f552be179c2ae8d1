import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Composed } from "./compose-version.internal.ts";
import { composeVersion } from "./compose-version.internal.ts";

type Endpoint = typeof contract.previewDataset;

const MAX_ITEMS = 2_000;
const MAX_PER_REASON = 5;

export async function previewDataset(
  ctx: Ctx,
  { kind, recipe, limit }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const composed = await composeVersion(ctx, { kind, recipe, maxItems: MAX_ITEMS });
  return {
    counts: composed.counts,
    rows: composed.rows.slice(0, limit).map(({ split, value }) => ({ split, row: value })),
    rejections: firstOfEach(composed.rejections),
    isSampled: composed.isSampled,
  };
}

function firstOfEach(rejections: Composed["rejections"]): ReplyOf<Endpoint>["rejections"] {
  return [...Map.groupBy(rejections, ({ reason }) => reason).values()].flatMap((all) =>
    all.slice(0, MAX_PER_REASON),
  );
}
