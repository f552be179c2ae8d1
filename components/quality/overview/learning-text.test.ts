import { expect, test } from "vitest";
import { agreesText, anchoringText, expectedText, provenText } from "./learning-text.ts";

test("what more answers promise is said in whole percents, or not at all", () => {
  expect(expectedText({ more: 100, now: 0.918, later: 0.9431 })).toBe("92 → 94 %");
  expect(expectedText(null)).toBe("–");
});

test("a lead is warned of suggestions that sway the answers, and of no others", () => {
  const meter = {
    shown: { answers: 40, agreed: 40 },
    hidden: { answers: 40, agreed: 28 },
    difference: { value: 0.3, low: 0.154, high: 0.455 },
  };
  expect(anchoringText({ ...meter, isAnchoring: true })).toContain(
    "30 points more often where they see them (95 % interval 15 to 46)",
  );
  expect(anchoringText({ ...meter, isAnchoring: false })).toBeNull();
  expect(agreesText(meter)).toBe("100 % seen, 70 % hidden");
  expect(agreesText({ ...meter, hidden: { answers: 0, agreed: 0 } })).toBe("100 % seen, – hidden");
});

test("how suggestions have proved right says of how many", () => {
  expect(provenText({ measured: { items: 40, single: 31, right: 29 } })).toContain("29 of 31 were right");
  expect(provenText({ measured: { items: 4, single: 0, right: 0 } })).toContain("None was sure");
});
