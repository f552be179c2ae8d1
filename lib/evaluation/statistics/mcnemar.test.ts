import { expect, test } from "vitest";
import { mcnemarExact } from "./mcnemar.ts";

/** In whole numbers, which round nowhere. */
function bySums(fixed: number, broken: number): number {
  const n = BigInt(fixed + broken);
  let [choose, sum] = [1n, 0n];
  for (let k = 0n; k <= BigInt(Math.min(fixed, broken)); k++) {
    sum += choose;
    choose = (choose * (n - k)) / (k + 1n);
  }
  return Math.min(1, Number((2n * sum * 10n ** 18n) / 2n ** n) / 1e18);
}

test("the exact chance of a difference at least as large", () => {
  for (const [fixed, broken] of [
    [0, 0],
    [5, 0],
    [0, 6],
    [10, 3],
    [25, 25],
    [59, 121],
    [700, 800],
  ] as const)
    expect(mcnemarExact(fixed, broken)).toBeCloseTo(bySums(fixed, broken), 10);
});
