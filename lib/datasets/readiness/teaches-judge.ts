import type { Recipe } from "#lib/contract/datasets/recipe.ts";

/** Whether a recipe's rows teach a judge, which says what people say instead of answering like them. */
export function teachesJudge({ sources }: Pick<Recipe, "sources">): boolean {
  return sources.some((source) => "use" in source && source.use === "judge");
}

type Kept = { updatedAt: Date; recipe: Pick<Recipe, "sources"> };

/** The one that is meant where nobody says: the newest that does not teach a judge, which is made beside the model and not in its place. */
export function usualDataset<D extends Kept>(datasets: readonly D[]): D | undefined {
  const newestFirst = datasets.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
  return newestFirst.find(({ recipe }) => !teachesJudge(recipe)) ?? newestFirst[0];
}
