import { expect, test } from "vitest";
import { workLeftText } from "#components/queues/parts/work-left-text.ts";
import { burnUpText } from "./burn-up-text.ts";

const at = (hour: number) => new Date(2026, 10, 23, hour);
const NO_FORECAST = { early: null, middle: null, late: null, answersPerHour: null };
const HALF = [{ at: at(9), given: 40, wanted: 80 }];
const ALL = [{ at: at(9), given: 8, wanted: 8 }];
const unit = "answer";

test("The words of the chart say the same work left as the tile, and the end as a moment", () => {
  const forecast = { early: at(14), middle: at(15), late: at(18), answersPerHour: 10 };
  const text = burnUpText({ unit, points: HALF, forecast }, 1.5);
  expect(text).toBe(
    `40 of 80 answers given. Work left: ${workLeftText(1.5)}. ` +
      "At this pace, pauses included, the last is due on Nov 23, 15:00 (between Nov 23, 14:00 and Nov 23, 18:00).",
  );
  expect(text).not.toContain("from now");
});

test("Where everybody answers each item, the words count items, as the progress above them does", () => {
  const text = (points: typeof HALF) => burnUpText({ unit: "item", points, forecast: NO_FORECAST }, null);
  expect(text(HALF)).toBe("40 of 80 items done. It is too early to estimate the end.");
  expect(text(ALL)).toBe("8 of 8 items done.");
});

test("What cannot be known is not said", () => {
  expect(burnUpText({ unit, points: HALF, forecast: NO_FORECAST }, null)).toBe(
    "40 of 80 answers given. It is too early to estimate the end.",
  );
  expect(burnUpText({ unit, points: ALL, forecast: NO_FORECAST }, 0)).toBe(
    "8 of 8 answers given. All are in.",
  );
});
