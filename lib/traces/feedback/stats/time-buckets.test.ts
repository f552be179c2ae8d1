import fc from "fast-check";
import { expect, test } from "vitest";
import { timeBuckets } from "./time-buckets.internal.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the clock of a zone reads, as if it were UTC. */
function readingAt(ms: number, timeZone: string): number {
  const text = formatOf(timeZone).format(ms);
  return Date.parse(`${text.replace(" ", "T")}Z`) + (ms % 1000);
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", options);
  formats.set(timeZone, format);
  return format;
}

function startsOf(timezone: string, start: string, end: string, granularity: number): string[] {
  const { starts } = timeBuckets({
    startMs: Date.parse(start),
    endMs: Date.parse(end),
    granularity,
    timezone,
  });
  return starts.map((ms) => new Date(ms).toISOString().replace(":00.000Z", "Z"));
}

test("days go from midnight to midnight, also where the clock is put forward or back", () => {
  expect(startsOf("Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", 86_400)).toEqual([
    "2026-03-27T23:00Z",
    "2026-03-28T23:00Z",
    "2026-03-29T22:00Z",
  ]);
  expect(startsOf("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-27T00:00:00Z", 86_400)).toEqual([
    "2026-10-24T22:00Z",
    "2026-10-25T23:00Z",
    "2026-10-26T23:00Z",
  ]);
});

test("a day without a midnight begins as the clock is put forward", () => {
  // Cuba's clocks go from 0:00 to 1:00.
  expect(startsOf("America/Havana", "2026-03-07T12:00:00Z", "2026-03-09T12:00:00Z", 86_400)).toEqual([
    "2026-03-07T05:00Z",
    "2026-03-08T05:00Z",
    "2026-03-09T04:00Z",
  ]);
});

test("hours stay hours: none is lost where one is left out, none doubled where one comes twice", () => {
  for (const day of ["2026-03-29", "2026-10-25"]) {
    const starts = startsOf("Europe/Berlin", `${day}T00:00:00Z`, `${day}T04:00:00Z`, 3600);
    expect(starts).toEqual([0, 1, 2, 3].map((hour) => `${day}T0${hour}:00Z`));
  }
});

test("a zone may be half an hour off", () => {
  expect(startsOf("Asia/Kolkata", "2026-01-05T10:10:00Z", "2026-01-05T11:40:00Z", 3600)).toEqual([
    "2026-01-05T09:30Z",
    "2026-01-05T10:30Z",
    "2026-01-05T11:30Z",
  ]);
});

test.each([
  [2, 300],
  [2.1, 3600],
  [12, 3600],
  [13, 21_600],
  [72, 21_600],
  [73, 43_200],
  [14 * 24, 43_200],
  [31 * 24, 86_400],
])("%d hours are cut into buckets of %d seconds where nobody says how", (hours, granularitySeconds) => {
  const time = { startMs: 0, endMs: hours * HOUR_MS, granularity: undefined, timezone: "UTC" };
  expect(timeBuckets(time).granularitySeconds).toBe(granularitySeconds);
});

test("a granularity that would make too many buckets grows", () => {
  const buckets = timeBuckets({ startMs: 0, endMs: 31 * DAY_MS, granularity: 1, timezone: "UTC" });
  expect(buckets.granularitySeconds).toBe(268);
  expect(buckets.starts).toHaveLength(Math.ceil((31 * 86_400) / 268));
});

const aZone = fc.constantFrom(
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Africa/Casablanca",
  "Pacific/Apia",
  "+05:30",
);
const aGranularity = fc.constantFrom(300, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400, 7 * 86_400);

test("buckets follow each other, begin on readings of the clock, and do not depend on where one begins to look", () => {
  const aTime = fc.record({
    startMs: fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2029, 0, 1) }),
    lengthMs: fc.integer({ min: 1000, max: 31 * DAY_MS }),
    later: fc.double({ min: 0, max: 0.99, noNaN: true }),
    timezone: aZone,
    granularity: aGranularity,
  });
  fc.assert(
    fc.property(aTime, ({ startMs, lengthMs: longest, later, timezone, granularity }) => {
      const lengthMs = Math.min(longest, 500_000 * granularity);
      const endMs = startMs + lengthMs;
      const { starts } = timeBuckets({ startMs, endMs, timezone, granularity });
      const [one = Number.NaN, two = endMs] = starts;
      expect(one <= startMs && two > startMs && (starts.at(-1) ?? endMs) < endMs).toBe(true);
      expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      expect(starts.filter((start) => !isBeginning(start, timezone, granularity))).toEqual([]);
      const suffix = timeBuckets({
        startMs: startMs + Math.floor(lengthMs * later),
        endMs,
        timezone,
        granularity,
      });
      expect(starts.slice(-suffix.starts.length)).toEqual(suffix.starts);
    }),
    { numRuns: 200 },
  );
});

/** Whether the clock reads a multiple of so many seconds, or was moved just then. */
function isBeginning(ms: number, timezone: string, seconds: number): boolean {
  const reading = readingAt(ms, timezone);
  return reading % (seconds * 1000) === 0 || reading - readingAt(ms - 1, timezone) !== 1;
}
