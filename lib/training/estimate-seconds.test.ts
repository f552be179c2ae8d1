import { expect, test } from "vitest";
import { secondsAfter } from "./estimate-seconds.internal.ts";

/** A job that took a second beside its steps, at 100 tokens a second. */
const small = { seconds: 3, tokens: 200, laterTokens: 100, laterSeconds: 1 };

test("what a small job spends beside its steps is no part of its speed", () => {
  expect(secondsAfter([small], 100)?.estimate).toBeCloseTo(2);
  expect(secondsAfter([small], 10_000)?.estimate).toBeCloseTo(101);
});

test("of jobs with one step nothing is said of a smaller one but that it takes no longer", () => {
  const single = { seconds: 2, tokens: 40, laterTokens: null, laterSeconds: 0 };
  expect(secondsAfter([single], 10)).toEqual({ estimate: 2, low: 1.6, high: 2.5 });
  expect(secondsAfter([single], 80)?.estimate).toBe(4);
});

test("the range goes from the fastest to the slowest job, and a quarter beyond", () => {
  const slow = { ...small, seconds: 5 };
  expect(secondsAfter([slow, small], 100)).toEqual({ estimate: 3, low: 1.6, high: 5 });
  expect(secondsAfter([], 100)).toBe(null);
});
