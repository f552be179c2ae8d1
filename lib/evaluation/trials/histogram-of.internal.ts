import type { ScoreBin } from "#lib/contract/evaluation/grader-trials.ts";

const BINS = 10;

/** Ten bins of one width, from 0 to 1 where all scores are there, else from the least to the greatest; the last one holds its upper end, too. */
export function histogramOf(scores: readonly number[]): ScoreBin[] {
  if (scores.length === 0) return [];
  const low = Math.min(0, ...scores);
  const high = Math.max(1, ...scores);
  const width = (high - low) / BINS;
  const bins = Array.from({ length: BINS }, (_, index) => ({
    low: low + index * width,
    high: index === BINS - 1 ? high : low + (index + 1) * width,
    count: 0,
  }));
  for (const score of scores) {
    const bin = bins[Math.min(BINS - 1, Math.floor((score - low) / width))];
    if (bin) bin.count += 1;
  }
  return bins;
}
