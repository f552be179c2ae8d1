import { expect, test } from "vitest";
import {
  countOf,
  cutMiddle,
  formatBytes,
  formatDeadline,
  formatDuration,
  formatExact,
  formatMoment,
  formatRelative,
} from "./format.ts";

test("durations read in the unit that fits them, and never as 60 of a unit", () => {
  const shown = [0, 840.4, 999.6, 1_800, 59_940, 59_960, 200_000, 7_500_000, 273_600_000].map(formatDuration);
  expect(shown).toEqual([
    "0 ms",
    "840 ms",
    "1.0 s",
    "1.8 s",
    "59.9 s",
    "1 min",
    "3 min 20 s",
    "2 h 5 min",
    "3 d 4 h",
  ]);
});

test("a call that still runs shows a dash in place of a duration", () => {
  expect([null, undefined, Number.NaN].map(formatDuration)).toEqual(["–", "–", "–"]);
});

test("moments read relative for a week and as a date afterwards", () => {
  const now = new Date("2026-03-20T12:00:00Z");
  const ago = (ms: number) => formatRelative(new Date(now.getTime() - ms), now);
  expect([ago(1_000), ago(60_000), ago(3 * 3_600_000), ago(2 * 86_400_000), ago(-300_000)]).toEqual([
    "just now",
    "1 min ago",
    "3 h ago",
    "2 d ago",
    "in 5 min",
  ]);
  expect(formatRelative(new Date("2026-03-04T12:00:00Z"), now)).toBe("Mar 4");
  expect(formatRelative(new Date("2024-03-04T12:00:00Z"), now)).toBe("Mar 4, 2024");
  expect(formatRelative(new Date("2024-12-31T23:59:00Z"), now, "UTC")).toBe("Dec 31, 2024");
});

test("a moment is a day with its time, and the year where it is another one", () => {
  const now = new Date("2026-03-20T12:00:00Z");
  const said = (at: string) => formatMoment(new Date(at), now, "UTC");
  expect(said("2026-03-04T18:05:00Z")).toBe("Mar 4, 18:05 UTC");
  expect(said("2025-11-12T14:00:00Z")).toBe("Nov 12, 2025, 14:00 UTC");
});

test("long ids keep both ends, short ones stay whole", () => {
  expect(cutMiddle("0192f3ab-77aa-7c41-9c41")).toBe("0192f3ab…9c41");
  expect(cutMiddle("short")).toBe("short");
});

test("counts and sizes agree with their units", () => {
  expect([countOf(1, "call"), countOf(1_200, "call"), countOf(2, "reply", "replies")]).toEqual([
    "1 call",
    "1,200 calls",
    "2 replies",
  ]);
  expect([640, 12_400, 3_400_000, 16_777_000_000].map(formatBytes)).toEqual([
    "640 B",
    "12 kB",
    "3.4 MB",
    "16.8 GB",
  ]);
});

test("a deadline after midnight says that it is tomorrow", () => {
  const now = new Date("2026-12-31T22:00:00Z");
  const said = (at: string) => formatDeadline(new Date(at), now, "UTC");
  expect(said("2026-12-31T23:30:00Z")).toBe("23:30 UTC");
  expect(said("2027-01-01T02:02:00Z")).toBe("tomorrow at 02:02 UTC");
  expect(said("2027-01-02T02:02:00Z")).toBe(formatExact(new Date("2027-01-02T02:02:00Z"), "UTC"));
});
