import { commonLength } from "./words.ts";

/** The share of the characters of both texts that a common subsequence covers: 2·LCS / (|a| + |b|), as RapidFuzz's `ratio`. */
export function* fuzzy(text: string, reference: string): Generator<undefined, number> {
  const [one, other] = [[...text], [...reference]];
  const length = one.length + other.length;
  return length === 0 ? 1 : (2 * (yield* commonLength(one, other))) / length;
}
