import { MAX_BINS, type RewardBin } from "#lib/contract/training/training-data.ts";

/** Equal bins from the least to the greatest value. */
export type Bins = { readonly min: number; readonly max: number; readonly count: number };

/** About the square root of the number of values, at most 20; one where all are the same. */
export function binsFor(values: readonly number[]): Bins {
  let min = values[0] ?? 0;
  let max = min;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const count = min === max ? 1 : Math.min(MAX_BINS, Math.max(5, Math.ceil(Math.sqrt(values.length))));
  return { min, max, count };
}

/** The bin of a value, from 0; the greatest value lies in the last one. */
export function binOf({ min, max, count }: Bins, value: number): number {
  if (count === 1) return 0;
  return Math.min(count - 1, Math.floor(((value - min) / (max - min)) * count));
}

export function countBins(bins: Bins, values: readonly number[]): RewardBin[] {
  const counts = new Array<number>(bins.count).fill(0);
  for (const value of values) {
    const bin = binOf(bins, value);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const edge = (at: number) => bins.min + ((bins.max - bins.min) * at) / bins.count;
  return counts.map((count, at) => ({
    from: edge(at),
    to: at + 1 === bins.count ? bins.max : edge(at + 1),
    count,
  }));
}
