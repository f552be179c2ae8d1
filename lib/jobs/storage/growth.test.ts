import { expect, test } from "vitest";
import { growthOf, monthsOf, sumOf } from "./growth.ts";

const DAYS = [
  { day: "2025-12-31", calls: 1, bytes: 10 },
  { day: "2026-11-22", calls: 2, bytes: 20 },
  { day: "2026-11-23", calls: 4, bytes: 40 },
  { day: "2026-11-29", calls: 8, bytes: 80 },
];
// A Sunday.
const NOW = new Date("2026-11-29T23:59:59Z");

test("growth by day ends today and leaves out no day", () => {
  const days = growthOf(DAYS, "day", NOW);
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ start: "2026-10-31", calls: 0, bytes: 0 });
  expect(days.slice(-8).map(({ start, calls }) => [start, calls])).toEqual([
    ["2026-11-22", 2],
    ["2026-11-23", 4],
    ["2026-11-24", 0],
    ["2026-11-25", 0],
    ["2026-11-26", 0],
    ["2026-11-27", 0],
    ["2026-11-28", 0],
    ["2026-11-29", 8],
  ]);
});

test("weeks begin on Monday, and the last one is that of today", () => {
  const weeks = growthOf(DAYS, "week", NOW);
  expect(weeks).toHaveLength(26);
  expect(weeks.slice(-2)).toEqual([
    { start: "2026-11-16", calls: 2, bytes: 20 },
    { start: "2026-11-23", calls: 12, bytes: 120 },
  ]);
});

test("months with calls come newest first, and all days make the sum", () => {
  expect(monthsOf(DAYS)).toEqual([
    { month: "2026-11", calls: 14, bytes: 140 },
    { month: "2025-12", calls: 1, bytes: 10 },
  ]);
  expect(sumOf(DAYS)).toEqual({ count: 15, bytes: 150 });
  expect(sumOf([])).toEqual({ count: 0, bytes: 0 });
});
