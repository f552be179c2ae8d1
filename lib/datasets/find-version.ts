import type { Ctx } from "#lib/access/context.ts";
import type { DatasetCounts } from "#lib/contract/datasets/dataset-versions.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { requireVersion } from "./require-dataset.internal.ts";
import { readCounts, readRecipe } from "./version-records.internal.ts";

type Found = { id: string; number: number; recipe: Recipe; counts: DatasetCounts };

/** The version that `latest`, a number with or without `v`, or a digest names, for other rooms. Throws `NotFound` where the dataset or the version is not there. */
export async function findVersion(
  place: Pick<Ctx, "db" | "project">,
  named: { datasetId: string; version: string },
): Promise<Found> {
  const { id, number, recipe, counts } = await requireVersion(place, named);
  return { id, number, recipe: readRecipe(recipe), counts: readCounts(counts) };
}
