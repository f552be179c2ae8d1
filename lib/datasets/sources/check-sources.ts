import type { Ctx } from "#lib/access/context.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { problemAt } from "#lib/platform/problem.ts";
import type { CheckedSource, RecipeAsked } from "./checked-source.ts";
import { findSource } from "./find-source.internal.ts";
import { requireDatasets } from "./read-guarded.internal.ts";
import { isWrong } from "./wrong-source.internal.ts";

/**
 * The sources of a recipe with what they name. A 404 where a queue, file or version is not there; a 422 at its place in the recipe for what it
 * cannot be used for.
 */
export async function checkSources(
  place: Pick<Ctx, "db" | "project" | "actor">,
  { kind, recipe, arriving }: RecipeAsked,
): Promise<CheckedSource[]> {
  const checked: CheckedSource[] = [];
  const problems: Problem[] = [];
  for (const [index, source] of recipe.sources.entries()) {
    const found = await findSource(place, { kind, index, source, arriving });
    if (isWrong(found))
      problems.push(problemAt([...PLACE, index, ...found.at], { type: "value_error", text: found.text }));
    else checked.push(found);
  }
  if (problems.length > 0) throw new InvalidRequest(problems);
  await requireDatasets(place, recipe.heldOutOf);
  return checked;
}

const PLACE = ["body", "recipe", "sources"];
