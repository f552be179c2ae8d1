import { expect, test } from "vitest";
import { shareDifference } from "./share-difference.ts";

/** Of Newcombe's table of examples (1998), method 10: cases and successes of both, and the interval as printed. */
test.each([
  [70, 56, 80, 48, 0.0524, 0.3339],
  [10, 9, 10, 3, 0.1705, 0.809],
  [56, 5, 29, 0, -0.0381, 0.1926],
  [10, 0, 10, 0, -0.2775, 0.2775],
])("%i and %i against %i and %i", (n, x, m, y, low, high) => {
  const found = shareDifference({ cases: n, successes: x }, { cases: m, successes: y });
  expect(found.value).toBeCloseTo(x / n - y / m, 12);
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test("of no cases there is no difference", () => {
  const nothing = { value: null, low: null, high: null };
  expect(shareDifference({ cases: 0, successes: 0 }, { cases: 5, successes: 2 })).toEqual(nothing);
  expect(shareDifference({ cases: 5, successes: 2 }, { cases: 0, successes: 0 })).toEqual(nothing);
});
