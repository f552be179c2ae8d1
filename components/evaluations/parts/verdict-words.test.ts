import { expect, test } from "vitest";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { costWords, guardWords, verdictOf, verdictWords } from "./verdict-words.ts";

const MANY = { units: 40 };
const estimate = (value: number, low: number | null, high: number | null, n = 40): Estimate => ({
  ...{ value, low, high, n },
  method: "paired_bootstrap",
});

test("a difference counts only where its whole interval does, and lower may be better", () => {
  const verdict = (difference: Estimate | null, better: "higher" | "lower") =>
    verdictOf({ difference, pValue: null, ...MANY }, { better });
  expect(verdict(estimate(0.1, 0.02, 0.18), "higher")).toBe("better");
  expect(verdict(estimate(0.1, -0.02, 0.22), "higher")).toBe("unclear");
  expect(verdict(estimate(-80, -100, -60), "lower")).toBe("better");
  expect(verdict(null, "higher")).toBe("unclear");
});

test("of what passes or fails a difference is sure only where the exact test says so too", () => {
  const verdict = (difference: Estimate, pValue: number) =>
    verdictOf({ difference, pValue, ...MANY }, { better: "higher" });
  expect(verdict(estimate(-0.5, -0.9, -0.1), 0.0625)).toBe("unclear");
  expect(verdict(estimate(-0.5, -0.9, -0.1), 0.05)).toBe("unclear");
  expect(verdict(estimate(-0.5, -0.7, -0.3), 0.049)).toBe("worse");
  expect(verdict(estimate(0.1, -0.02, 0.22), 0.01)).toBe("unclear");
});

test("of too few rows nothing is said, however sure their interval looks, and rows of one conversation are one", () => {
  const loss = estimate(-3.54, -4.33, -3.15, 3);
  const verdict = (units: number) =>
    verdictOf({ difference: loss, pValue: null, units }, { better: "lower" });
  expect([2, 3, 7, 8].map(verdict)).toEqual(["few", "few", "few", "better"]);
  expect(costWords(estimate(-80, -100, -60), { units: 7 })).toBe("too few rows to say");
});

test("a verdict is said in words", () => {
  expect((["better", "worse", "unclear", "few"] as const).map(verdictWords)).toEqual([
    "better than the baseline",
    "worse than the baseline",
    "no difference that is sure",
    "too few rows to say",
  ]);
  expect(costWords(estimate(-80, -100, -60), MANY)).toBe("less than the baseline");
  expect(costWords(estimate(12, 2, 22), MANY)).toBe("more than the baseline");
  expect(costWords(estimate(12, -2, 22), MANY)).toBe("no difference that is sure");
});

test("a guard that was passed says what it saw, which is not that the step is good", () => {
  expect(guardWords(estimate(0, -0.658, 0.658, 3))).toBe("no difference seen, too few rows to say");
  expect(guardWords(estimate(0.9, 0.5, 1, 3))).toBe("too few rows to say");
  expect(guardWords(estimate(0, -0.1, 0.1))).toBe("no difference seen");
  expect(guardWords(estimate(0.1, null, null))).toBe("no difference seen");
  expect(guardWords(estimate(0.2, 0.1, 0.3))).toBe("better than the start");
  expect(guardWords(estimate(-0.04, -0.06, -0.02))).toBe("worse than the start, by no more than it may");
});
