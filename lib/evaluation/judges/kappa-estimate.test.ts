import { expect, test } from "vitest";
import { kappaEstimate } from "./kappa-estimate.ts";

const times = (count: number, grader: boolean, people: boolean) =>
  Array.from({ length: count }, (_, n) => ({ unit: `${grader} ${people} ${n}`, grader, people }));

test.each([
  [6, 2],
  [5, 3],
  [40, 1],
])(
  "a grader that says yes to everything has a kappa of 0 with an interval: %i yes and %i no of people",
  (yes, no) => {
    const { value, low, high } = kappaEstimate([...times(yes, true, true), ...times(no, true, false)]);
    expect(value).toBe(0);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
    expect(high).toBeLessThanOrEqual(1);
  },
);

test("more cases of a grader that always says the same say more", () => {
  const width = (count: number) => {
    const { low, high } = kappaEstimate([...times(3 * count, true, true), ...times(count, true, false)]);
    return (high ?? 0) - (low ?? 0);
  };
  expect(width(50)).toBeLessThan(width(5) / 2);
  // By hand, of 6, 2, 0 and 0 with a half more in each: a kappa of 2/17, and 1.96 errors of 0.4262.
  const { low, high } = kappaEstimate([...times(6, true, true), ...times(2, true, false)]);
  expect(low).toBeCloseTo(2 / 17 - 1.96 * 0.4262, 3);
  expect(high).toBeCloseTo(2 / 17 + 1.96 * 0.4262, 3);
});

test("two that agree on all of few cases are not sure to", () => {
  const { value, low, high } = kappaEstimate([...times(7, true, true), ...times(1, false, false)]);
  expect([value, high]).toEqual([1, 1]);
  expect(low).toBeLessThan(0.8);
});

test("where there is no kappa, or one case, there is no interval", () => {
  expect(kappaEstimate(times(5, true, true))).toMatchObject({ value: null, low: null, high: null });
  const one = { unit: "one", grader: true, people: true };
  const two = [one, { ...one, people: false }];
  expect(kappaEstimate(two)).toMatchObject({ value: 0, low: null, high: null });
});
