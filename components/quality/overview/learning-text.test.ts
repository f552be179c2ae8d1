import { expect, test } from "vitest";
import {
  agreeingParts,
  anchoringText,
  askedText,
  expectedText,
  forecastHelp,
  provenText,
  suggestionsText,
} from "./learning-text.ts";

test("what more answers promise is said in whole percents, or not at all", () => {
  expect(expectedText({ more: 100, now: 0.918, later: 0.9431 })).toBe("92 to 94 %");
  expect(expectedText({ more: 100, now: 0.996, later: 0.998 })).toBe("No change (100 %)");
  expect(expectedText(null)).toBe("–");
});

test("a lead is warned of suggestions that sway the answers, and of no others", () => {
  const meter = {
    shown: { answers: 40, agreed: 40, low: 0.912, high: 1 },
    hidden: { answers: 40, agreed: 28, low: 0.546, high: 0.819 },
    difference: { value: 0.3, low: 0.154, high: 0.455 },
  };
  expect(anchoringText({ ...meter, isAnchoring: true })).toContain(
    "30 points more often where they see them (95 % interval 15 to 46)",
  );
  expect(anchoringText({ ...meter, isAnchoring: false })).toBeNull();
});

test("agreement is shown with how many answers it is of and what chance may have done", () => {
  const meter = {
    shown: { answers: 110, agreed: 101, low: 0.852, high: 0.956 },
    hidden: { answers: 28, agreed: 25, low: 0.728, high: 0.963 },
    difference: { value: 0.0253, low: -0.0829, high: 0.1924 },
  };
  expect(agreeingParts(meter)).toEqual([
    "Shown 92 % [85–96] of 110",
    "hidden 89 % [73–96] of 28",
    "difference +3 [−8…+19]",
  ]);
  const none = { answers: 0, agreed: 0, low: null, high: null };
  const unknown = { value: null, low: null, high: null };
  expect(agreeingParts({ ...meter, hidden: none, difference: unknown })?.slice(1)).toEqual([
    "hidden – of 0",
    "difference –",
  ]);
  expect(agreeingParts({ shown: none, hidden: none, difference: unknown })).toBeNull();
  const equal = { value: 0.001, low: -0.1, high: 0.1 };
  expect(agreeingParts({ ...meter, difference: equal })).toContain("difference 0 [−10…+10]");
});

test("how much of what was answered is of the random fifth is a share of it", () => {
  expect(askedText({ items: 100, random: 21 })).toBe("21 of the last 100");
});

test("how suggestions have proved right says of how many", () => {
  expect(provenText({ measured: { items: 40, single: 31, right: 29 } })).toContain("29 of 31 were right");
  expect(provenText({ measured: { items: 4, single: 0, right: 0 } })).toContain("None was sure");
});

test("a model without errors is said to have none that more answers could take away", () => {
  const points = [{ accuracy: 1 }];
  expect(forecastHelp({ points, expected: null })).toBe(
    "It makes no errors that more answers could take away.",
  );
  expect(forecastHelp({ points: [{ accuracy: 0.9 }], expected: null })).toBe(
    "Its errors follow no clear line yet.",
  );
});

test("suggestions that were seen and are not good enough any more are said to be off again", () => {
  const shown = { answers: 15, agreed: 15, low: 0.8, high: 1 };
  const none = { answers: 0, agreed: 0, low: null, high: null };
  expect(suggestionsText({ isTrusted: true, shown })).toBe("Shown");
  expect(suggestionsText({ isTrusted: false, shown })).toBe("Off again");
  expect(suggestionsText({ isTrusted: false, shown: none })).toBe("Not yet shown");
});
