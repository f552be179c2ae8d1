import { expect, test } from "vitest";
import { secondsAfter } from "./estimate-seconds.internal.ts";

/** A job that took a second beside its steps, at 100 tokens a second. */
const small = { seconds: 3, tokens: 200, laterTokens: 100, laterSteps: 1, laterSeconds: 1 };

/** Steps of 100 tokens, as they were in the job. */
const tokensIn = (tokens: number) => ({ tokens, steps: tokens / 100 });

test("what a small job spends beside its steps is no part of its speed", () => {
  expect(secondsAfter([small], tokensIn(100))?.estimate).toBeCloseTo(2);
  expect(secondsAfter([small], tokensIn(10_000))?.estimate).toBeCloseTo(101);
});

test("of jobs with one step nothing is said of a smaller one but that it takes no longer", () => {
  const single = { seconds: 2, tokens: 40, laterTokens: null, laterSteps: 0, laterSeconds: 0 };
  expect(secondsAfter([single], tokensIn(10))).toEqual({ estimate: 2, low: 1.6, high: 2.5 });
  expect(secondsAfter([single], tokensIn(80))?.estimate).toBe(4);
});

test("the range goes from the fastest to the slowest job, and a quarter beyond", () => {
  const slow = { ...small, seconds: 5 };
  expect(secondsAfter([slow, small], tokensIn(100))).toEqual({ estimate: 3, low: 1.6, high: 5 });
  expect(secondsAfter([], tokensIn(100))).toBe(null);
});

test("steps of another size take between as long as those that were measured and as long as their tokens would", () => {
  // Eight times as large as the steps that took a second each.
  const found = secondsAfter([small], { tokens: 8_000, steps: 10 });
  expect(found?.low).toBeCloseTo((1 + 10) / 1.25);
  expect(found?.high).toBeCloseTo((1 + 80) * 1.25);
  expect(found?.estimate).toBeCloseTo(1 + Math.sqrt(10 * 80));
  expect(secondsAfter([small], { tokens: 8_000, steps: null })?.estimate).toBeCloseTo(81);
});
