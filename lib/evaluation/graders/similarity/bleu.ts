import { countRuns, countShared, tokensOf } from "./words.ts";

const LONGEST = 4;

/**
 * BLEU of one sentence: the geometric mean of the precisions of runs of 1 to 4 words, times a penalty for what is too short (Papineni 2002).
 * As sacreBLEU has it for sentences: runs longer than the text do not count, and the n-th precision of 0 is 1 / (2^n · runs).
 */
export function bleu(text: string, reference: string): number {
  const [words, wanted] = [tokensOf(text), tokensOf(reference)];
  if (words.length === 0 || wanted.length === 0) return Number(words.length === wanted.length);
  const longest = Math.min(LONGEST, words.length);
  let smoothing = 1;
  let logs = 0;
  for (let n = 1; n <= longest; n++) {
    const runs = words.length - n + 1;
    const shared = countShared(countRuns(words, n), countRuns(wanted, n));
    if (n === 1 && shared === 0) return 0;
    if (shared === 0) smoothing *= 2;
    logs += Math.log(shared === 0 ? 1 / (smoothing * runs) : shared / runs);
  }
  const brevity = words.length >= wanted.length ? 1 : Math.exp(1 - wanted.length / words.length);
  return brevity * Math.exp(logs / longest);
}

/** Google's BLEU: of all runs of 1 to 4 words together, the smaller of precision and recall (Wu 2016). */
export function gleu(text: string, reference: string): number {
  const [words, wanted] = [tokensOf(text), tokensOf(reference)];
  if (words.length === 0 || wanted.length === 0) return Number(words.length === wanted.length);
  let [shared, runs, wantedRuns] = [0, 0, 0];
  for (let n = 1; n <= LONGEST; n++) {
    shared += countShared(countRuns(words, n), countRuns(wanted, n));
    runs += Math.max(0, words.length - n + 1);
    wantedRuns += Math.max(0, wanted.length - n + 1);
  }
  return shared / Math.max(runs, wantedRuns);
}
