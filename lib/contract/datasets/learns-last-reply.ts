import type { Recipe } from "./recipe.ts";
import type { Source } from "./sources.ts";

/** Sources whose rows end in the reply that people spoke of; what the model said before was not judged. */
const ENDS_IN_JUDGED: readonly Source["kind"][] = ["queue", "calls", "feedback"];

/** Whether a job on the rows of a recipe should learn only the last reply of each. */
export function learnsLastReply({ sources }: Pick<Recipe, "sources">): boolean {
  return sources.every(({ kind }) => ENDS_IN_JUDGED.includes(kind));
}
