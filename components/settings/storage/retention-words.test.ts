import { expect, test } from "vitest";
import { limitText, previewText, readAmount } from "./retention-words.ts";

const NOTHING = { until: null, older: 0, dropped: 0, kept: 0, isComplete: true };

test("a limit is said in one sentence", () => {
  expect(limitText({ unit: "days", amount: 1 })).toBe("Calls are dropped 1 day after they start or arrive.");
  expect(limitText({ unit: "calls", amount: 2_000 })).toBe("The newest 2,000 calls are kept.");
});

test("a preview says what goes and what stays, and how far it has counted", () => {
  expect(previewText(NOTHING)).toEqual(["No call is beyond this limit now."]);
  expect(previewText({ ...NOTHING, older: 3, dropped: 2, kept: 1 })).toEqual([
    "2 calls would be dropped now.",
    "1 older call stays: its thread or trace has newer calls, or is in use.",
  ]);
  expect(previewText({ ...NOTHING, older: 1, kept: 1 })[0]).toBe("No call would be dropped now.");
  expect(previewText({ ...NOTHING, older: 900, dropped: 90, kept: 10, isComplete: false })).toEqual([
    "900 calls are beyond this limit. Of the first 100 calls, 90 calls would be dropped; counting all of them takes too long.",
  ]);
  expect(previewText({ ...NOTHING, older: 900, isComplete: false })).toEqual([
    "900 calls are beyond this limit. Their threads or traces are too long to count here what would be dropped.",
  ]);
});

test("an amount is a whole number from 1", () => {
  expect(readAmount("1,000", 5_000)).toEqual({ amount: 1_000 });
  for (const wrong of ["", "0", "-1", "1.5", "x", "5001"])
    expect(readAmount(wrong, 5_000)).toEqual({ fault: "Enter a whole number from 1 to 5,000." });
});
