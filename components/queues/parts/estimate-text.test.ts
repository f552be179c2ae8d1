import { expect, test } from "vitest";
import { intervalText, numberText, percentInterval } from "./estimate-text.ts";

test("an interval is in words, and a number below zero has a minus that no dash looks like", () => {
  expect(intervalText({ value: 0, low: -0.67, high: 0 })).toBe("(95 % interval −0.67 to 0.00)");
  expect(percentInterval({ value: 0.5, low: 0.19, high: 0.81 })).toBe("(95 % interval 19 to 81 %)");
  expect([intervalText, percentInterval].map((text) => text({ value: 1, low: null, high: null }))).toEqual([
    "",
    "",
  ]);
  expect([-0.67, -0.001, 0.5, null].map(numberText)).toEqual(["−0.67", "0.00", "0.50", "–"]);
});
