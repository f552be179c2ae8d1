import type { Ctx } from "#lib/access/context.ts";
import { deadStepsOf } from "#lib/datasets/retractions/dead-steps-of.ts";
import { fallenStepsOf } from "#lib/datasets/retractions/fallen-steps-of.ts";
import { retractedStepsOf, usableSteps } from "#lib/datasets/retractions/retracted-steps-of.ts";

type Place = { db: Ctx["db"]; project: Pick<Ctx["project"], "id" | "path"> };

/**
 * The step that a job should start from where nobody chooses one, if that is not the newest: the newest that learned nothing that is retracted, whose job did not
 * learn nothing, and that no guard of a run rejected. Null is the newest one, also where no step is so. Where a step is wished for, it is that one as long as what it
 * learned holds: people who gave an alias to what a guard rejected knew more than the guard.
 */
export async function proposedStartOf(
  place: Place,
  modelId: string,
  wished: number | null = null,
): Promise<number | null> {
  const usable = await usableSteps(place, modelId);
  const retracted = await retractedStepsOf(place, modelId);
  const dead = await deadStepsOf(place, modelId);
  if (wished !== null && !retracted.has(wished) && !dead.has(wished)) return wished;
  const clean = usable.filter((step) => !retracted.has(step));
  const fallen = new Set((await fallenStepsOf(place, modelId)).map(({ step }) => step));
  const standing = clean.filter((step) => !fallen.has(step));
  const [newest] = usable;
  const proposed = standing.find((step) => !dead.has(step)) ?? standing[0] ?? clean[0];
  return proposed === undefined || proposed === newest ? null : proposed;
}
