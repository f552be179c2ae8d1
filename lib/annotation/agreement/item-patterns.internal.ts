import { at, type RatingTable, sizeOf } from "./rating-table.ts";

/**
 * The items with at least two ratings, those with the same values put together: to alpha it does not matter who said what. With few
 * values there are few patterns however many items there are, and a resampled set of items is a number for each pattern.
 */
export type ItemPatterns = {
  /** Of each such item. */
  readonly patternOf: Uint32Array;
  /** Ratings of an item of a pattern. */
  readonly sizes: Uint32Array;
  /** The values of pattern `p`, and how often each occurs, stand from `starts[p]` up to `starts[p + 1]`. */
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
  readonly counts: Uint32Array;
  /** How many items have each pattern. */
  readonly weights: Float64Array;
};

export function patternsOf(table: RatingTable): ItemPatterns {
  const known = new Map<string, number>();
  const [patternOf, sizes, starts]: [number[], number[], number[]] = [[], [], [0]];
  const [values, counts]: [number[], number[]] = [[], []];
  for (let item = 0; item < table.items.length; item++) {
    const size = sizeOf(table, item);
    if (size < 2) continue;
    const sorted = table.codeOf.slice(at(table.starts, item), at(table.starts, item + 1)).sort();
    const key = sorted.join();
    let pattern = known.get(key);
    if (pattern === undefined) {
      pattern = sizes.push(size) - 1;
      known.set(key, pattern);
      addRuns(sorted, values, counts);
      starts.push(values.length);
    }
    patternOf.push(pattern);
  }
  const weights = new Float64Array(sizes.length);
  for (const pattern of patternOf) weights[pattern] = at(weights, pattern) + 1;
  return {
    patternOf: Uint32Array.from(patternOf),
    sizes: Uint32Array.from(sizes),
    starts: Uint32Array.from(starts),
    values: Uint32Array.from(values),
    counts: Uint32Array.from(counts),
    weights,
  };
}

function addRuns(sorted: Uint32Array, values: number[], counts: number[]): void {
  let from = 0;
  for (let to = 1; to <= sorted.length; to++) {
    if (to < sorted.length && sorted[to] === sorted[from]) continue;
    values.push(at(sorted, from));
    counts.push(to - from);
    from = to;
  }
}
