import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetCounts } from "#lib/contract/datasets/dataset-versions.ts";

/** `2 prompts have different labels`; null where none has, or nobody counted. */
export function conflictWords({ conflicts }: Pick<DatasetCounts, "conflicts">): string | null {
  if (conflicts === null || conflicts.prompts === 0) return null;
  return `${countOf(conflicts.prompts, "prompt")} ${conflicts.prompts === 1 ? "has" : "have"} different labels`;
}

/** Of a version that a job is to learn from; null where no prompt has different labels, or nobody counted. */
export function conflictsToLearn({ number, counts: { conflicts } }: Conflicting): string | null {
  if (conflicts === null || conflicts.prompts === 0) return null;
  const have = conflicts.prompts === 1 ? "has" : "have";
  return `${countOf(conflicts.prompts, "prompt")} of v${number} ${have} different labels, and the job learns each of them.`;
}

type Conflicting = { number: number; counts: Pick<DatasetCounts, "conflicts"> };

/** Of a row: `Row 5 has this prompt with another label`; null where none has. `positions` are those of the other rows of its prompt, from 0. */
export function conflictMark(positions: readonly number[]): string | null {
  const [first, ...more] = positions.map((position) => formatCount(position + 1));
  if (first === undefined) return null;
  const last = more.pop();
  if (last === undefined) return `Row ${first} has this prompt with another label`;
  return `Rows ${[first, ...more].join(", ")} and ${last} have this prompt, with different labels`;
}
