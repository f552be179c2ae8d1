import type { Ctx } from "#lib/access/context.ts";
import { learnsLastReply } from "#lib/contract/datasets/learns-last-reply.ts";
import { requireVersion } from "./require-dataset.internal.ts";
import { readCounts, readRecipe } from "./version-records.internal.ts";

/** How many rows a job on the version learns and is measured by, and whether only the last reply of each should be learned. Throws `NotFound` as `findVersion` does. */
export async function rowsToLearn(
  place: Pick<Ctx, "db" | "project">,
  named: { datasetId: string; version: string },
): Promise<{ rows: number; heldOut: number; learnsLastReply: boolean }> {
  const { recipe, counts } = await requireVersion(place, named);
  const { train, heldOut } = readCounts(counts);
  return { rows: train, heldOut, learnsLastReply: learnsLastReply(readRecipe(recipe)) };
}
