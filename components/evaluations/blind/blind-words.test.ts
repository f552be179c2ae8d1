import { expect, test } from "vitest";
import type { BlindRate } from "#lib/contract/evaluation/blind-queues.ts";
import { winRateWords } from "./blind-words.ts";

const rate = (runId: string, value: number, low: number, high: number): BlindRate => ({
  ...{ runId, wins: 0, ties: 0, losses: 0, strength: null },
  winRate: { value, low, high, n: 40, method: "wilson" },
});

test("a preference is said only where the whole interval is on one side of half", () => {
  const said = (...rates: BlindRate[]) => winRateWords(rates, (id) => `model ${id}`);
  expect(said(rate("a", 0.8, 0.6, 0.9), rate("b", 0.2, 0.1, 0.4))).toBe(
    "People prefer model a, by more than noise.",
  );
  expect(said(rate("a", 0.2, 0.1, 0.4), rate("b", 0.8, 0.6, 0.9))).toContain("model b");
  expect(said(rate("a", 0.6, 0.45, 0.75), rate("b", 0.4, 0.25, 0.55))).toContain(
    "no preference beyond noise",
  );
  expect(said(rate("a", 1, 1, 1))).toBeNull();
});
