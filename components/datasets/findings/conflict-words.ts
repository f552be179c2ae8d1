import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetCounts, DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

/** What may have several values, and what these are: the prompt of a row or the answer that labels judge, which its prompt holds; of rows that somebody else made, the prompt has answers. */
export type Labelled = {
  what: "prompt" | "answer" | "reply";
  value: "label" | "answer" | "reward" | "preference";
};

const SEVERAL: { [W in Labelled["what"]]: string } = {
  prompt: "prompts",
  answer: "answers",
  reply: "replies",
};

type Made = { recipe: Pick<Recipe, "sources" | "prompt">; kind: DatasetKind };

export function labelledBy({ recipe: { sources, prompt }, kind }: Made): Labelled {
  if (sources.some((source) => source.kind === "upload" || source.kind === "version")) return GIVEN[kind];
  const isJudged = sources.every((source) => source.kind === "queue" && source.use === "judge");
  const what = (isJudged && sources.length > 0) || prompt.turns === "whole" ? "answer" : "prompt";
  return { what, value: "label" };
}

const ANSWERED: Labelled = { what: "prompt", value: "answer" };
const GIVEN: { [K in DatasetKind]: Labelled } = {
  sft: ANSWERED,
  prompts: ANSWERED,
  eval: ANSWERED,
  preference: { what: "prompt", value: "preference" },
  kto: { what: "reply", value: "label" },
  reward: { what: "reply", value: "reward" },
};

/** `2 prompts have different labels`; null where none has, or nobody counted. */
export function conflictWords(
  { conflicts }: Pick<DatasetCounts, "conflicts">,
  { what, value }: Labelled,
): string | null {
  if (conflicts === null || conflicts.prompts === 0) return null;
  return `${countOf(conflicts.prompts, what, SEVERAL[what])} ${conflicts.prompts === 1 ? "has" : "have"} different ${value}s`;
}

/** Of a version that a job is to learn from; null where no prompt has different labels, or nobody counted. */
export function conflictsToLearn({ number, counts: { conflicts }, ...made }: Conflicting): string | null {
  if (conflicts === null || conflicts.prompts === 0) return null;
  const { what, value } = labelledBy(made);
  const have = conflicts.prompts === 1 ? "has" : "have";
  return `${countOf(conflicts.prompts, what, SEVERAL[what])} of v${number} ${have} different ${value}s, and the job learns each of them.`;
}

type Conflicting = Made & Pick<DatasetVersion, "number"> & { counts: Pick<DatasetCounts, "conflicts"> };

/** Of a row: `Row 5 has this prompt with another label`; null where none has. `positions` are those of the other rows of its prompt, from 0. */
export function conflictMark(positions: readonly number[], { what, value }: Labelled): string | null {
  const [first, ...more] = positions.map((position) => formatCount(position + 1));
  if (first === undefined) return null;
  const last = more.pop();
  if (last === undefined) return `Row ${first} has this ${what} with another ${value}`;
  return `Rows ${[first, ...more].join(", ")} and ${last} have this ${what}, with different ${value}s`;
}
