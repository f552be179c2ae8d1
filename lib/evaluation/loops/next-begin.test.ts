import { expect, test } from "vitest";
import { nextBegin } from "./next-begin.ts";

const daily = (at: string, timeZone = "Europe/Berlin") => ({ kind: "daily" as const, at, timeZone });

test.each([
  ["later today", daily("02:00"), "2026-11-23T00:30:00Z", "2026-11-23T01:00:00.000Z"],
  ["tomorrow, as it is that time now", daily("02:00"), "2026-11-23T01:00:00Z", "2026-11-24T01:00:00.000Z"],
  ["on the zone's day and not on UTC's", daily("00:30"), "2026-11-23T23:10:00Z", "2026-11-23T23:30:00.000Z"],
  ["west of UTC", daily("23:59", "America/Los_Angeles"), "2026-11-23T07:00:00Z", "2026-11-23T07:59:00.000Z"],
  [
    "by a quarter of an hour",
    daily("06:00", "Asia/Kathmandu"),
    "2026-11-23T00:14:00Z",
    "2026-11-23T00:15:00.000Z",
  ],
  ["in summer an hour earlier", daily("02:00"), "2026-07-01T12:00:00Z", "2026-07-02T00:00:00.000Z"],
  [
    "over the jump, as if there were none",
    daily("02:30"),
    "2026-03-28T12:00:00Z",
    "2026-03-29T01:30:00.000Z",
  ],
  ["after the jump", daily("04:00"), "2026-03-28T12:00:00Z", "2026-03-29T02:00:00.000Z"],
  ["the first of two", daily("02:30"), "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
  ["not the second of two", daily("02:30"), "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z"],
])("each day begins %s", (_, when, now, next) => {
  expect(nextBegin(when, new Date(now))?.toISOString()).toBe(next);
});

test("every few hours counts from now, and answers have no time", () => {
  const now = new Date("2026-11-23T10:00:00Z");
  expect(nextBegin({ kind: "hours", hours: 6 }, now)?.toISOString()).toBe("2026-11-23T16:00:00.000Z");
  expect(nextBegin({ kind: "answers", count: 5 }, now)).toBeNull();
});
