import { seededRandom } from "#lib/platform/seeded-random.ts";

/** Numbers from 0 up to 1. */
export type Random = () => number;

/** The same numbers in each run. */
export const randomSource: (seed: number) => Random = seededRandom;

export function pick<T>(values: readonly T[], random: Random): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to pick from");
  return value;
}
