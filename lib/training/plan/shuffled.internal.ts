import { seededRandom } from "#lib/platform/seeded-random.ts";

/** A copy in an order that depends on the seed alone. */
export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
