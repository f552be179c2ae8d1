import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** Six ranges to each power of ten, so that each is about half as wide again as the one before. */
const STEPS = [1, 1.5, 2, 3, 5, 7];

const DECADES = 12;

/**
 * Where the ranges of every histogram begin: 0, 1, 2, 3, 5, 7, 10, 15, 20, 30, …; whole numbers only. Kept totals hold the places of ranges in this
 * list: with other ranges, all calls must be counted again.
 */
export const HISTOGRAM_EDGES: readonly number[] = [
  0,
  ...Array.from({ length: DECADES }, (_, decade) => STEPS.map((step) => step * 10 ** decade))
    .flat()
    .filter(Number.isInteger),
];

/** The place, from 1, of the range that a value is in; null for null. */
export function placeOf(value: Sql): Sql {
  return sql`width_bucket((${value})::float8, ${[...HISTOGRAM_EDGES]}::float8[])`;
}
