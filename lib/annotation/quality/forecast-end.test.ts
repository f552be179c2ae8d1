import { expect, test } from "vitest";
import { forecastEnd } from "./forecast-end.internal.ts";

const HOUR = 3_600_000;
const DAY_SECONDS = 86_400;
const START = Date.UTC(2026, 0, 1);

/** Days with so many answers each, seen at the end of the last one. */
function days(...counts: number[]) {
  const buckets = counts.map((given, day) => {
    const start = new Date(START + day * DAY_SECONDS * 1000);
    return { start, given, wanted: 0, firstAt: given > 0 ? start : null };
  });
  return { buckets, bucketSeconds: DAY_SECONDS, now: new Date(START + counts.length * DAY_SECONDS * 1000) };
}

function daysUntil({ now }: { now: Date }, date: Date | null): number | null {
  return date && (date.getTime() - now.getTime()) / HOUR / 24;
}

test("at an even pace there is no doubt", () => {
  const course = days(10, 10, 10, 10);
  const { early, middle, late, answersPerHour } = forecastEnd({ ...course, remaining: 30 });
  expect([early, middle, late].map((date) => daysUntil(course, date))).toEqual([3, 3, 3]);
  expect(answersPerHour).toBeCloseTo(10 / 24);
});

test("an uneven pace is a band around the mean: the quartiles of the days", () => {
  const course = days(4, 8, 12, 16);
  const { early, middle, late } = forecastEnd({ ...course, remaining: 70 });
  expect(daysUntil(course, early)).toBeCloseTo(70 / 13);
  expect(daysUntil(course, middle)).toBeCloseTo(7);
  expect(daysUntil(course, late)).toBeCloseTo(10);
});

test("days without answers slow all of it down, as there will be such days again", () => {
  const course = days(0, 10, 0, 10, 10, 0, 10, 0);
  const { early, middle, late } = forecastEnd({ ...course, remaining: 40 });
  // Seven days since the first answer, four of them with ten.
  for (const date of [early, middle, late]) expect(daysUntil(course, date)).toBeCloseTo(7);
});

test("the band holds the mean, however lopsided the days are", () => {
  const course = days(1, 1, 1, 1, 1, 1, 1, 93);
  const { early, middle, late } = forecastEnd({ ...course, remaining: 100 });
  expect(daysUntil(course, middle)).toBeCloseTo(8);
  expect(early).toEqual(middle);
  expect(daysUntil(course, late)).toBeCloseTo(100);
});

test("only the latest 24 days with answers are looked at", () => {
  const course = days(...Array.from({ length: 30 }, () => 1000), ...Array.from({ length: 24 }, () => 2));
  expect(daysUntil(course, forecastEnd({ ...course, remaining: 2 }).middle)).toBeCloseTo(1);
});

test("there is no forecast before three buckets have answers, and there are five answers", () => {
  const nothing = { early: null, middle: null, late: null, answersPerHour: null };
  expect(forecastEnd({ ...days(30, 30), remaining: 30 })).toEqual(nothing);
  expect(forecastEnd({ ...days(1, 1, 2), remaining: 30 })).toEqual(nothing);
  const begunLate = days(10, 10, 10);
  const [first, ...others] = begunLate.buckets;
  const firstAt = new Date(START + 12 * HOUR);
  const buckets = [...(first ? [{ ...first, firstAt }] : []), ...others];
  expect(forecastEnd({ ...begunLate, buckets, remaining: 30 }).answersPerHour).toBeCloseTo(30 / 60);
});

test("there is no forecast if nobody has begun, if all is done, or if it would take longer than a lifetime", () => {
  const nothing = { early: null, middle: null, late: null };
  expect(forecastEnd({ ...days(0, 0), remaining: 5 })).toEqual({ ...nothing, answersPerHour: null });
  expect(forecastEnd({ ...days(5, 5, 5), remaining: 0 })).toMatchObject(nothing);
  expect(forecastEnd({ ...days(2, 2, 2), remaining: 1e9 })).toMatchObject(nothing);
});
