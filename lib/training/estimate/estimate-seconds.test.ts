import { expect, test } from "vitest";
import { type PastJob, secondsAfter } from "./estimate-seconds.internal.ts";
import { heldOutTokensOf, measurementsOf } from "./work-units.internal.ts";

const NOTHING_HELD_OUT = { heldOutTokens: 0, measurements: 0 };
const SUPERVISED = { loss: null, ...NOTHING_HELD_OUT, dataTokens: 0 };

/** A job that took a second beside its steps, at 100 tokens a second. */
const small: PastJob = {
  ...SUPERVISED,
  ...{ seconds: 3, tokens: 200 },
  later: { tokens: 100, measurements: 0, steps: 1, seconds: 1 },
};

/** Steps of 100 tokens, as they were in the job. */
const tokensIn = (tokens: number) => ({ ...SUPERVISED, tokens, steps: tokens / 100 });

test("what a small job spends beside its steps is no part of its speed", () => {
  expect(secondsAfter([small], tokensIn(100))?.estimate).toBeCloseTo(2);
  expect(secondsAfter([small], tokensIn(10_000))?.estimate).toBeCloseTo(101);
});

test("of jobs with one step nothing is said of a smaller one but that it takes no longer", () => {
  const single = {
    ...small,
    ...{ seconds: 2, tokens: 40 },
    later: { tokens: 0, measurements: 0, steps: 0, seconds: 0 },
  };
  expect(secondsAfter([single], tokensIn(10))).toEqual({ estimate: 2, low: 1, high: 4 });
  expect(secondsAfter([single], tokensIn(80))?.estimate).toBe(4);
});

test("the range goes from the fastest to the slowest job and beyond, less far where more jobs say how much they differ", () => {
  const slow = { ...small, seconds: 5 };
  expect(secondsAfter([slow, small], tokensIn(100))).toEqual({
    estimate: 3,
    low: 2 / 1.625,
    high: 4 * 1.625,
  });
  expect(secondsAfter([small], tokensIn(100))).toEqual({ estimate: 2, low: 1, high: 4 });
  expect(secondsAfter([small, small, small, small, small], tokensIn(100))?.high).toBeCloseTo(2 * 1.4);
  expect(secondsAfter([], tokensIn(100))).toBe(null);
});

test("steps of another size take between as long as those that were measured and as long as their tokens would", () => {
  // Eight times as large as the steps that took a second each.
  const found = secondsAfter([small], { ...tokensIn(8_000), steps: 10 });
  expect(found?.low).toBeCloseTo((1 + 10) / 2);
  expect(found?.high).toBeCloseTo((1 + 80) * 2);
  expect(found?.estimate).toBeCloseTo(1 + Math.sqrt(10 * 80));
  expect(secondsAfter([small], { ...tokensIn(8_000), steps: null })?.estimate).toBeCloseTo(81);
});

test("after a supervised job, preferences read each token once more, and the reference reads all of them and those held out before", () => {
  // 9,000 tokens of two epochs, of 4,500: at 100 a second, beside the second that each job takes.
  const work = { tokens: 9_000, dataTokens: 4_500, ...NOTHING_HELD_OUT, steps: 3 };
  const seconds = (asked: Partial<Parameters<typeof secondsAfter>[1]> & { loss: "dpo" | "simpo" | "kto" }) =>
    secondsAfter([small], { ...work, ...asked })?.estimate;
  expect(seconds({ loss: "simpo" })).toBeCloseTo(1 + 90 + 30);
  expect(seconds({ loss: "dpo" })).toBeCloseTo(1 + 90 + 30 + 15);
  // Each reply is also read after another prompt, in each step and by the reference.
  expect(seconds({ loss: "kto" })).toBeCloseTo(1 + 90 + 60 + 30);
  expect(seconds({ loss: "dpo", heldOutTokens: 600, measurements: 3 })).toBeCloseTo(
    1 + 90 + 30 + 15 + 2 + 3 * 2,
  );
});

test("a preference job that is like an earlier one takes as long, with its reference and its held-out rows counted once", () => {
  const like = {
    loss: "dpo",
    tokens: 9_000,
    dataTokens: 4_500,
    heldOutTokens: 600,
    measurements: 3,
  } as const;
  const past = {
    ...like,
    seconds: 100,
    later: { tokens: 6_000, measurements: 2, steps: 2, seconds: 50 },
  };
  expect(secondsAfter([past], { ...like, steps: 3 })?.estimate).toBeCloseTo(100);
  // Without reference and held-out rows the same steps take less.
  const perUnit = 50 / (6_000 * (4 / 3) + (2 * 600) / 3);
  const fixed = 100 - perUnit * ((4_500 + 600) / 3 + 12_000 + 600);
  const simpo = { ...like, loss: "simpo", heldOutTokens: 0, measurements: 0, steps: null } as const;
  expect(secondsAfter([past], simpo)?.estimate).toBeCloseTo(fixed + perUnit * 12_000);
});

test("held-out rows are measured every tenth of a job, or as often as was asked", () => {
  expect([measurementsOf(6, null), measurementsOf(100, null), measurementsOf(105, null)]).toEqual([
    6, 10, 10,
  ]);
  expect([measurementsOf(100, 30), measurementsOf(100, 0), measurementsOf(0, null)]).toEqual([4, 0, 0]);
});

test("of many held-out rows some are measured, each of the mean length", () => {
  expect(heldOutTokensOf(3, { rows: 20, tokens: 6_000 })).toBe(900);
  expect(heldOutTokensOf(5_000, { rows: 10, tokens: 1_000 })).toBe(25_600);
  expect(heldOutTokensOf(5, { rows: 0, tokens: 0 })).toBe(0);
});
