/** A stretch of text that both have, or only the older or the newer one. */
export type DiffPart = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/**
 * What changed from one short text to another, by words, with the longest sequence of words that both have (Wagner and Fischer 1974). Takes
 * time and memory by the product of their words, so it is for samples, not for documents.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const lengths = commonLengths(a, b);
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      add(parts, "same", left);
      i += 1;
      j += 1;
    } else if (
      left !== undefined &&
      (right === undefined || lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1))
    ) {
      add(parts, "removed", left);
      i += 1;
    } else {
      add(parts, "added", right ?? "");
      j += 1;
    }
  }
  return readable(parts);
}

/** A space that stayed between two changes belongs to both: phrases change, not every other word. */
function readable(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  for (let at = 0; at < parts.length; ) {
    const end = endOfChange(parts, at);
    const change = parts.slice(at, Math.max(end, at + 1));
    const [only] = change;
    if (end <= at && only) joined.push(only);
    else {
      for (const [kind, other] of [
        ["removed", "added"],
        ["added", "removed"],
      ] as const) {
        const text = change.flatMap((part) => (part.kind === other ? [] : [part.text])).join("");
        if (text !== "") joined.push({ kind, text });
      }
    }
    at = Math.max(end, at + 1);
  }
  return joined;
}

/** Behind the last part of a change that begins here; `at` where none does. */
function endOfChange(parts: readonly DiffPart[], at: number): number {
  let end = at;
  for (let next = at; next < parts.length; next++) {
    const part = parts[next];
    if (part?.kind !== "same") end = next + 1;
    else if (next === at || part.text.trim() !== "") break;
  }
  return end;
}

/** Words, spaces and signs, which together are the text. */
function wordsOf(text: string): string[] {
  return text.match(/\p{L}+|\p{N}+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

/** `[i][j]` is the length of the longest common sequence of `a` from i on and `b` from j on. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (!row) continue;
      row[j] =
        a[i] === b[j]
          ? 1 + lengthAt(lengths, i + 1, j + 1)
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  return lengths;
}

function lengthAt(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function add(parts: DiffPart[], kind: DiffPart["kind"], text: string): void {
  const last = parts.at(-1);
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
  else parts.push({ kind, text });
}
