import fc from "fast-check";
import { expect, test } from "vitest";
import { readInstant } from "./instant.internal.ts";

test.each([
  ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
  ["2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05.123456Z"],
  ["2026-01-02T03:04:05.123456789Z", "2026-01-02T03:04:05.123456Z"],
  ["2026-01-02 03:04", "2026-01-02T03:04:00.000Z"],
  ["2026-01-02", "2026-01-02T00:00:00.000Z"],
  ["2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05.000Z"],
  ["2026-01-01T00:30:00-0130", "2026-01-01T02:00:00.000Z"],
  ["2024-02-29T23:59:59.000001+00:00", "2024-02-29T23:59:59.000001Z"],
  [0, "1970-01-01T00:00:00.000Z"],
  [1767225600.5, "2026-01-01T00:00:00.500Z"],
  [1767225600500, "2026-01-01T00:00:00.500Z"],
  ["1767225600", "2026-01-01T00:00:00.000Z"],
])("%j is %s", (given, instant) => expect(readInstant(given)).toEqual({ ok: instant }));

test.each([
  ["2026-02-29", "day value is outside expected range"],
  ["2026-00-10", "month value is outside expected range of 1-12"],
  ["2026-1-1", "input is too short"],
  ["2026-01-01T25:00:00Z", "unexpected extra characters at the end of the input"],
  ["2026-01-01T00:00:00+25:00", "unexpected extra characters at the end of the input"],
  ["2026/01/01", "invalid date separator, expected `-`"],
  ["20x6-01-01", "invalid character in year"],
])("%s is refused: %s", (given, reason) =>
  expect(readInstant(given)).toEqual({ type: "datetime_from_date_parsing", reason }),
);

test.each([["1969-12-31T23:59:59Z"], ["0001-01-01"], [-1], ["1970-01-01T00:30:00+01:00"]])(
  "%j is before the first year that is kept",
  (given) => expect(readInstant(given)).toMatchObject({ type: "value_error" }),
);

test("a point in time is read to the same one, whatever zone it is written in", () => {
  const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 });
  const times = fc.integer({ min: Date.UTC(1971), max: Date.UTC(9998) });
  fc.assert(
    fc.property(times, minutes, (ms, offset) => {
      const local = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
      const [hours, rest] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
      const zone = `${offset < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
      expect(readInstant(local + zone)).toEqual({ ok: new Date(ms).toISOString() });
    }),
  );
});
