import { diffLines, diffWordsWithSpace } from "diff";

export type Change = { kind: "same" | "added" | "removed"; text: string };

/** Above this many characters lines are compared rather than words. */
const MOST_BY_WORD = 40_000;
const COMPARED_WITHIN_MS = 100;

/** What changed from one text to another, in order: word by word, or line by line where that would take too long. */
export function changesBetween(before: string, after: string): Change[] {
  const options = { timeout: COMPARED_WITHIN_MS };
  const isShort = before.length + after.length <= MOST_BY_WORD;
  const parts =
    (isShort ? diffWordsWithSpace(before, after, options) : undefined) ?? diffLines(before, after, options);
  if (parts)
    return parts.map(({ added, removed, value }) => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value,
    }));
  return [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
}
