import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetCounts } from "#lib/contract/datasets/dataset-versions.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";

/** What has several labels: the prompt of a row, or the answer that labels judge, which its prompt holds. */
export type Labelled = "prompt" | "answer";

export function labelledBy({ sources, prompt }: Pick<Recipe, "sources" | "prompt">): Labelled {
  const isJudged = sources.every((source) => source.kind === "queue" && source.use === "judge");
  return (isJudged && sources.length > 0) || prompt.turns === "whole" ? "answer" : "prompt";
}

/** `2 prompts have different labels`; null where none has, or nobody counted. */
export function conflictWords(
  { conflicts }: Pick<DatasetCounts, "conflicts">,
  labelled: Labelled,
): string | null {
  if (conflicts === null || conflicts.prompts === 0) return null;
  return `${countOf(conflicts.prompts, labelled)} ${conflicts.prompts === 1 ? "has" : "have"} different labels`;
}

/** Of a version that a job is to learn from; null where no prompt has different labels, or nobody counted. */
export function conflictsToLearn({ number, counts: { conflicts }, recipe }: Conflicting): string | null {
  if (conflicts === null || conflicts.prompts === 0) return null;
  const have = conflicts.prompts === 1 ? "has" : "have";
  return `${countOf(conflicts.prompts, labelledBy(recipe))} of v${number} ${have} different labels, and the job learns each of them.`;
}

type Conflicting = {
  number: number;
  counts: Pick<DatasetCounts, "conflicts">;
  recipe: Pick<Recipe, "sources" | "prompt">;
};

/** Of a row: `Row 5 has this prompt with another label`; null where none has. `positions` are those of the other rows of its prompt, from 0. */
export function conflictMark(positions: readonly number[], labelled: Labelled): string | null {
  const [first, ...more] = positions.map((position) => formatCount(position + 1));
  if (first === undefined) return null;
  const last = more.pop();
  if (last === undefined) return `Row ${first} has this ${labelled} with another label`;
  return `Rows ${[first, ...more].join(", ")} and ${last} have this ${labelled}, with different labels`;
}
