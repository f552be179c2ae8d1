import { commonLength, countRuns, countShared, wordsOf } from "./words.ts";

/** ROUGE-n: the harmonic mean of precision and recall of runs of `n` words (Lin 2004). */
export function rouge(n: number, text: string, reference: string): number {
  const [words, wanted] = [wordsOf(text), wordsOf(reference)];
  const shared = countShared(countRuns(words, n), countRuns(wanted, n));
  return harmonic(shared, words.length - n + 1, wanted.length - n + 1);
}

/** ROUGE-L: the same of the longest common subsequence of words. */
export function* rougeL(text: string, reference: string): Generator<undefined, number> {
  const [words, wanted] = [wordsOf(text), wordsOf(reference)];
  return harmonic(yield* commonLength(words, wanted), words.length, wanted.length);
}

function harmonic(shared: number, found: number, wanted: number): number {
  return shared === 0 ? 0 : (2 * shared) / (found + wanted);
}
