import { expect, test } from "vitest";
import { meanEstimate } from "./mean-estimate.ts";
import { newcombePaired } from "./newcombe-paired.ts";
import { pairedShareDifference, scoreOfUnits, shareOfUnits } from "./share-estimate.ts";

type Passed = readonly (0 | 1)[];

/** Cases of which so many in a row are one unit. */
function cases(passed: Passed, perUnit = 1) {
  return passed.map((value, at) => ({ unit: String(Math.floor(at / perUnit)), value }));
}

function pairs(baseline: Passed, candidate: Passed, perUnit = 1) {
  return cases(baseline, perUnit).map(({ unit, value }, at) => ({
    ...{ unit, baseline: value, candidate: candidate[at] ?? 0 },
  }));
}

const repeated = (value: 0 | 1, count: number): Passed => Array.from({ length: count }, () => value);

test("none of few rows is no certain nothing: the interval is Wilson's, of the units", () => {
  const alone = shareOfUnits(cases([0, 0, 0]));
  expect(alone).toMatchObject({ value: 0, low: 0, n: 3, method: "wilson" });
  // 1.96² / (3 + 1.96²)
  expect(alone.high).toBeCloseTo(0.5615, 4);
  const together = shareOfUnits(cases([0, 0, 0], 2));
  expect(together).toMatchObject({ value: 0, low: 0, n: 3, method: "wilson_of_units" });
  expect(together.high).toBeCloseTo(0.6576, 4);
  // All in one unit, which is one case.
  expect(shareOfUnits(cases([0, 0, 0], 3)).high).toBeCloseTo(0.7935, 4);
});

test("units are resampled where there are enough that differ", () => {
  const half = Array.from({ length: 80 }, (_, at) => (at % 2 === 0 ? 1 : 0));
  // Each unit has one of both.
  expect(shareOfUnits(cases(half, 2))).toMatchObject({ value: 0.5, method: "wilson_of_units" });
  const some = Array.from({ length: 80 }, (_, at) => (at % 3 === 0 ? 1 : 0));
  const { method, low, high } = shareOfUnits(cases(some, 2));
  expect(method).toBe("bootstrap");
  expect((high ?? 0) - (low ?? 0)).toBeGreaterThan(0.1);
  expect(shareOfUnits([])).toMatchObject({ value: null, low: null, high: null, n: 0 });
});

test("the interval of a paired difference goes by how far both sides go together, and is never empty", () => {
  const found = newcombePaired({ both: 20, candidate: 12, baseline: 2, neither: 16 });
  expect(found.value).toBe(0.2);
  expect(found.low).toBeCloseTo(0.0562, 4);
  expect(found.high).toBeCloseTo(0.3292, 4);
  const nothing = newcombePaired({ both: 0, candidate: 0, baseline: 0, neither: 10 });
  expect([nothing.low, nothing.high].map((end) => end.toFixed(4))).toEqual(["-0.2775", "0.2775"]);
  for (const alike of [
    { both: 5, candidate: 0, baseline: 0, neither: 5 },
    { both: 0, candidate: 10, baseline: 0, neither: 0 },
  ]) {
    const { low, high } = newcombePaired(alike);
    expect(high - low).toBeGreaterThan(0.3);
  }
});

test("a share is compared on few rows, or on rows that all differ alike, by Newcombe; on many by resampling", () => {
  const three = pairedShareDifference(pairs([0, 0, 0], [0, 0, 1]));
  expect(three).toMatchObject({ n: 3, method: "newcombe" });
  expect(three.value).toBeCloseTo(1 / 3, 12);
  expect(three.low).toBeLessThan(0);
  expect(three.high).toBeGreaterThan(0.5);
  const alike = pairedShareDifference(pairs(repeated(1, 40), repeated(1, 40), 2));
  expect(alike).toMatchObject({ value: 0, n: 40, method: "newcombe_of_units" });
  // As of 20 rows: 1.96² / (20 + 1.96²)
  expect(alike.low).toBeCloseTo(-0.1611, 4);
  expect(alike.high).toBeCloseTo(0.1611, 4);
  const many = pairedShareDifference(pairs(repeated(0, 40), [...repeated(0, 20), ...repeated(1, 20)]));
  expect(many).toMatchObject({ value: 0.5, method: "paired_bootstrap" });
  expect(pairedShareDifference(pairs([0, 0], [1, 1], 2))).toMatchObject({ value: 1, low: null, high: null });
});

test("the mean of scores that are all 0 or 1 is their share, with its interval; that of others is not", () => {
  const scores = [1, 1, 0, 1, 0, 0, 0, 1].map((value, n) => ({ unit: `u${n % 4}`, value }));
  expect(scoreOfUnits(scores)).toEqual(shareOfUnits(scores));
  const graded = scores.map(({ unit, value }) => ({ unit, value: value / 2 }));
  expect(scoreOfUnits(graded)).toEqual(meanEstimate(graded));
  expect(scoreOfUnits([])).toEqual(meanEstimate([]));
});
