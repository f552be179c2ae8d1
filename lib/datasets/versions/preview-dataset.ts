import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { RejectedCandidate } from "#lib/datasets/assemble/assemble-rows.ts";
import { type Composed, composeVersion } from "./compose-version.internal.ts";

type Endpoint = typeof contract.previewDataset;

/** What is read for a look, so that nobody waits for more than a second or two. */
export const MAX_ITEMS_OF_A_LOOK = 2_000;
const MAX_PER_REASON = 5;

export async function previewDataset(
  ctx: Ctx,
  { kind, recipe, limit }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const composed = await composeVersion(ctx, { kind, recipe, maxItems: MAX_ITEMS_OF_A_LOOK });
  return {
    counts: composed.counts,
    rows: composed.rows.slice(0, limit).map(({ split, value }) => ({ split, row: value })),
    rejections: firstOfEach(composed.rejections, MAX_PER_REASON),
    isSampled: composed.isSampled,
  };
}

/** The first rejections of each reason. */
export function firstOfEach(rejections: Composed["rejections"], count: number): RejectedCandidate[] {
  return [...Map.groupBy(rejections, ({ reason }) => reason).values()].flatMap((all) => all.slice(0, count));
}
