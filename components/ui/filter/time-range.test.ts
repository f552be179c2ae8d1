import { expect, test } from "vitest";
import { boundsOf, fromLocalField, isAnyTime, readTimeRange, toLocalField } from "./time-range.ts";

function rangeOf(search: string) {
  const params = new URLSearchParams(search);
  return readTimeRange((name) => params.get(name));
}

test("a preset wins over bounds of one's own", () => {
  const range = rangeOf("since=1h&after=2026-01-01T00:00:00Z");
  expect(boundsOf(range, new Date("2026-01-05T12:00:00Z"))).toEqual({ after: "2026-01-05T11:00:00.000Z" });
});

test("each bound stands alone", () => {
  expect(boundsOf(rangeOf("before=2026-01-01T00:00:00Z"), new Date())).toEqual({
    before: "2026-01-01T00:00:00.000Z",
  });
});

test("bounds that are not moments are left out", () => {
  expect(isAnyTime(rangeOf("after=soon&before=99999-01-01"))).toBe(true);
});

test("what the browser's own field shows comes back as the same moment", () => {
  expect(fromLocalField(toLocalField("2026-07-05T12:34:00.000Z"))).toBe("2026-07-05T12:34:00.000Z");
  expect(fromLocalField("")).toBe(null);
});
