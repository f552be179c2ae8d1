import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { ReferenceCount } from "#lib/contract/datasets/version-references.ts";

type Found = ReferenceCount & {
  /** What the rows are called: `prompt` or `row`. */
  noun: string;
};

/** What is known of graders that compare with a reference, on rows that may have none. */
export type ReferenceFindings = {
  /** Why they can score nothing; null where they can, or it is not known. */
  fault: string | null;
  note: string | null;
};

/** `labels` are the graders that compare with a reference, as the form calls them. */
export function referenceFindings(found: Found, labels: readonly string[]): ReferenceFindings {
  const { rows, references, isSampled } = found;
  const lacking = rows - references;
  if (labels.length === 0 || lacking === 0) return { fault: null, note: null };
  const graders = labels.map((label) => `“${label}”`).join(" and ");
  if (lacking < rows || isSampled)
    return { fault: null, note: `${lackWords(found)}; ${graders} cannot score answers to them.` };
  const compare = labels.length === 1 ? "compares" : "compare";
  return {
    fault: `${lackWords(found)}, which ${graders} ${compare} with. Choose another grader, or rows that have one.`,
    note: null,
  };
}

/** `12 of the 40 prompts have no reference` */
function lackWords({ rows, references, noun, isSampled }: Found): string {
  const lacking = rows - references;
  const of = isSampled ? `the first ${countOf(rows, noun)}` : `the ${countOf(rows, noun)}`;
  if (lacking === rows)
    return rows === 1 ? `The only ${noun} has no reference` : `None of ${of} has a reference`;
  return `${formatCount(lacking)} of ${of} ${lacking === 1 ? "has" : "have"} no reference`;
}
