import { seededRandom } from "#lib/platform/seeded-random.ts";

/** A copy in an order that depends on the seed alone (Fisher–Yates). */
export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const left = [...values];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  return drawn;
}
