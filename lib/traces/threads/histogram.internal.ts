import type { Bucket } from "#lib/contract/traces/threads.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** Six ranges to each power of ten, so that each is about half as wide again as the one before. */
const STEPS = [1, 1.5, 2, 3, 5, 7];
const DECADES = 12;

/** Where the ranges of every histogram begin: 0, 1, 2, 3, 5, 7, 10, 15, 20, 30, …; whole numbers only. */
export const HISTOGRAM_EDGES: readonly number[] = [
  0,
  ...Array.from({ length: DECADES }, (_, decade) => STEPS.map((step) => step * 10 ** decade))
    .flat()
    .filter(Number.isInteger),
];

/** How many rows of `from` have a `value` in each range that has any, as rows of `place` (from 1) and `count`. */
export function bucketsOf(value: Sql, from: Sql): Sql {
  return sql`
    select width_bucket(${value}, ${[...HISTOGRAM_EDGES]}::float8[]) as place, count(*)::int as count
    from ${from} where ${value} is not null group by 1`;
}

/** The ranges from the first to the last that has any, those without any between them included. */
export function histogramOf(counts: readonly { place: number; count: number }[]): Bucket[] {
  const byPlace = new Map(counts.map(({ place, count }) => [place, count]));
  if (byPlace.size === 0) return [];
  const [first, last] = [Math.min(...byPlace.keys()), Math.max(...byPlace.keys())];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const place = first + i;
    const from = HISTOGRAM_EDGES[place - 1] ?? 0;
    // Beyond the last edge lie some thirty years in milliseconds.
    return { from, to: HISTOGRAM_EDGES[place] ?? Number.MAX_SAFE_INTEGER, count: byPlace.get(place) ?? 0 };
  });
}
