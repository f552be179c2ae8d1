import { expect, test } from "vitest";
import type { BlindRate } from "#lib/contract/evaluation/blind-queues.ts";
import { equalWords, overallWords, pairsHelp, winRateWords } from "./blind-words.ts";

const rate = (runId: string, value: number, low: number, high: number, n = 40): BlindRate => ({
  ...{ runId, wins: 0, ties: 0, losses: 0, overall: null, strength: null },
  winRate: { value, low, high, n, method: "wilson" },
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
  // As the comparison of the same rows says.
  expect(said(rate("a", 1, 0.61, 1, 6), rate("b", 0, 0, 0.39, 6))).toContain("Too few rows to say");
});

test("the form says from what pairs are drawn, and that nobody is asked about equal answers", () => {
  expect(pairsHelp({ differing: 41, same: 79 })).toBe(
    "Drawn at random from the 41 of 120 rows where the answers differ. Nobody is asked about equal ones.",
  );
  expect(pairsHelp({ differing: 12, same: 0 })).toBe("Drawn at random. The answers to all 12 rows differ.");
  expect(pairsHelp({ differing: 0, same: 12 })).toContain("nothing to compare");
  expect(pairsHelp({ differing: 0, same: 0 })).toBe("No row has an answer of both yet.");
});

test("equal answers are stated beside the win rate of those that differ", () => {
  expect(equalWords({ differing: 41, same: 79 })).toBe("79 of 120 rows had equal answers");
  expect(equalWords({ differing: 41, same: 0 })).toBeNull();
  expect(overallWords(0.57)).toBe("57 % of all rows, with equal answers as ties");
  expect(overallWords(null)).toBeNull();
});
