import type { GraderPreset } from "#components/evaluations/make/grader-presets.ts";
import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";

/**
 * The graders that an evaluation has, as they stand in it, and those that it could have besides. One of its own takes the place of an offered
 * one of the same name: what was changed since in the project is not what it measures by.
 */
export function editedGraders(
  own: readonly EvaluationGrader[],
  offered: readonly GraderPreset[],
): { options: GraderPreset[]; chosen: string[] } {
  const kept = own.map((grader): GraderPreset => {
    const alike = offered.find((option) => option.grader.name === grader.name);
    const words = alike ?? { label: grader.name, help: "A grader of this evaluation" };
    return { value: `own ${grader.name}`, label: words.label, help: words.help, grader };
  });
  const names = new Set(own.map(({ name }) => name));
  const others = offered.filter(({ grader }) => !names.has(grader.name));
  return { options: [...kept, ...others], chosen: kept.map(({ value }) => value) };
}
