import { expect, test } from "vitest";
import { fewToMeasureBy, tooFewToMeasure } from "./few-words.ts";

const rows = (heldOut: number, train = 15, heldOutUnits: number | null = null) => ({
  kind: "sft" as const,
  counts: { train, heldOut, heldOutUnits },
});

test("so few rows are held out that no evaluation can give a verdict: it is said, with what helps", () => {
  expect(tooFewToMeasure(rows(0), 0.15)).toBe(
    "Too few to measure by: no row is held out. Add rows, or hold out a larger share.",
  );
  expect(tooFewToMeasure(rows(1), 0.15)).toContain("only 1 row is held out");
  expect(tooFewToMeasure(rows(3), 0.15)).toBe(
    "Too few to measure by: only 3 rows are held out, and fewer than 8 never show which model is better. Add rows, or hold out a larger share.",
  );
  expect(tooFewToMeasure(rows(8), 0.15)).toBeNull();
  expect(tooFewToMeasure(rows(8, 15, 8), 0.15)).toBeNull();
  expect(tooFewToMeasure(rows(12, 10, 6), 0.4)).toBe(
    "Too few to measure by: the 12 rows held out are 6 cases, since rows of one thread or prompt count as one, and fewer than 8 never show which model is better. Add rows, or hold out a larger share.",
  );
});

test("nothing is said where nobody asked for rows to be held out, or there are none at all", () => {
  expect([tooFewToMeasure(rows(3), 0), tooFewToMeasure(rows(0, 0), 0.15)]).toEqual([null, null]);
  expect(fewToMeasureBy(rows(3))).not.toBeNull();
});

test("rows of an evaluation are all held out, so only more of them help", () => {
  expect(tooFewToMeasure({ ...rows(3, 0), kind: "eval" }, 0)).toMatch(/better\. Add rows\.$/);
});
