import { diffLines, diffWordsWithSpace } from "diff";

/** A stretch of text that both have, or only the older or the newer one. */
export type TextChange = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/** Above this many characters lines are compared rather than words. */
const MAX_BY_WORD = 40_000;
const COMPARED_WITHIN_MS = 100;

/** What changed from one text to another, in order: word by word, or line by line where that would take too long. */
export function textChanges(before: string, after: string): TextChange[] {
  const options = { timeout: COMPARED_WITHIN_MS };
  const isShort = before.length + after.length <= MAX_BY_WORD;
  const parts =
    (isShort ? diffWordsWithSpace(before, after, options) : undefined) ?? diffLines(before, after, options);
  if (!parts) return changed(before, after);
  return joinPhrases(
    parts.map(({ added, removed, value }) => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value,
    })),
  );
}

/** A space that stayed between two changes belongs to both: phrases change, not every other word. */
function joinPhrases(changes: readonly TextChange[]): TextChange[] {
  const joined: TextChange[] = [];
  for (let at = 0; at < changes.length; ) {
    const end = endOfPhrase(changes, at);
    const phrase = changes.slice(at, end);
    const without = (other: TextChange["kind"]) =>
      phrase.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join("");
    const [first] = phrase;
    if (first?.kind === "same") joined.push(first);
    else joined.push(...changed(without("added"), without("removed")));
    at = end;
  }
  return joined;
}

/** The index after the last change that only white space separates from the one at `at`; after `at` itself if that is not a change. */
function endOfPhrase(changes: readonly TextChange[], at: number): number {
  let end = at + 1;
  if (changes[at]?.kind === "same") return end;
  for (let next = end; next < changes.length; next++) {
    const change = changes[next];
    if (change?.kind !== "same") end = next + 1;
    else if (change.text.trim() !== "") break;
  }
  return end;
}

function changed(before: string, after: string): TextChange[] {
  const parts: TextChange[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return parts.filter(({ text }) => text !== "");
}
