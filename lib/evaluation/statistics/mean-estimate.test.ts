import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { meanEstimate, pairedDifference } from "./mean-estimate.ts";
import { shareEstimate } from "./share-estimate.ts";

function drawn(count: number, seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random() ** 2);
}

const alone = (value: number, at: number) => ({ unit: String(at), value });

test("of many independent cases the interval is that of the normal distribution", () => {
  const values = drawn(400, 1);
  const mean = values.reduce((sum, value) => sum + value, 0) / 400;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 399;
  const { value, low, high, n } = meanEstimate(values.map(alone));
  expect([value, n]).toEqual([mean, 400]);
  const half = 1.96 * Math.sqrt(variance / 400);
  expect(low).toBeCloseTo(mean - half, 2);
  expect(high).toBeCloseTo(mean + half, 2);
});

test("cases of one unit count as one draw: repeating each ten times adds nothing", () => {
  const values = drawn(30, 2);
  const once = meanEstimate(values.map(alone));
  const repeated = meanEstimate(
    values.flatMap((value, at) => Array.from({ length: 10 }, () => alone(value, at))),
  );
  expect(repeated.low).toBeCloseTo(once.low ?? Number.NaN, 10);
  expect(repeated.high).toBeCloseTo(once.high ?? Number.NaN, 10);
  expect(repeated.n).toBe(300);
});

test("a difference of the same cases is free of how hard each is", () => {
  const hardness = drawn(60, 3);
  const gains = drawn(60, 4);
  const pairs = hardness.map((hard, at) => ({
    unit: String(at),
    baseline: hard * 100,
    candidate: hard * 100 + (gains[at] ?? 0),
  }));
  const difference = pairedDifference(pairs);
  const ofGains = meanEstimate(gains.map(alone));
  expect(difference.value).toBeCloseTo(ofGains.value ?? Number.NaN, 9);
  expect(difference.low).toBeCloseTo(ofGains.low ?? Number.NaN, 9);
  expect(difference.method).toBe("paired_bootstrap");
});

test("few cases give a wider interval than their percentiles, one gives none, and none no value either", () => {
  // The middle 95 % of all 27 means of three draws: a tenth of them are 0 or 1, so that the ends are in between.
  const { low, high } = meanEstimate([0, 0.5, 1].map(alone));
  expect([low, high]).toEqual([0, 1]);
  expect(meanEstimate([alone(0.5, 1), alone(1, 1)])).toMatchObject({
    value: 0.75,
    low: null,
    high: null,
    n: 2,
  });
  expect(meanEstimate([])).toEqual({ value: null, low: null, high: null, n: 0, method: "bootstrap" });
});

test("a share of wins counts a tie as a half", () => {
  // Wilson's interval of 8 of 10 in the tables of Newcombe, 1998.
  const { value, low, high } = shareEstimate(7 + 2 / 2, 10);
  expect(value).toBe(0.8);
  expect(low).toBeCloseTo(0.4902, 4);
  expect(high).toBeCloseTo(0.9433, 4);
});
