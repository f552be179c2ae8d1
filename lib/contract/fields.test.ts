import fc from "fast-check";
import { expect, test } from "vitest";
import { bool, dictOf, finiteNumber, identifier, instant, integer, label, timestamp } from "./fields.ts";
import { isStorableText } from "./storable.ts";
import * as z from "./zod.ts";

const reads = (schema: z.Schema, value: unknown) => z.safeDecode(schema, value).success;

test("an id may be as long as its limit, and holds neither nothing, NUL nor half a character", () => {
  const id = identifier(255);
  expect(reads(id, "x".repeat(255))).toBe(true);
  for (const bad of ["x".repeat(256), "", "a\u0000", "\ud83d", "\udc4d\ud83d"])
    expect(reads(id, bad)).toBe(false);
  expect(reads(id, "👍")).toBe(true);
  expect(reads(label(512), "")).toBe(true);
});

test("every string that is called storable survives UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => {
      const isWhole = Buffer.from(value, "utf8").toString("utf8") === value;
      expect(isStorableText(value)).toBe(isWhole && !value.includes("\u0000"));
    }),
  );
});

test("whole numbers are read from digits and from floats without fraction, and from nothing else", () => {
  const whole = integer({ min: -5, max: 2 ** 40 });
  for (const [given, read] of [
    ["10", 10],
    [1.0, 1],
    ["-5", -5],
    [2 ** 40, 2 ** 40],
    ["007", 7],
  ])
    expect(z.decode(whole, given)).toBe(read);
  for (const bad of [
    "1.0",
    "1e3",
    "0x1",
    " 1",
    "1_0",
    "",
    true,
    null,
    [],
    {},
    1.5,
    2 ** 41,
    "-6",
    Number.NaN,
  ])
    expect(reads(whole, bad), JSON.stringify(bad)).toBe(false);
});

test("numbers are finite and never strings; booleans are never numbers", () => {
  for (const good of [0, -0, 1e308, 5e-324]) expect(z.decode(finiteNumber, good)).toBe(good);
  for (const bad of ["1", Number.POSITIVE_INFINITY, Number.NaN, true, null])
    expect(reads(finiteNumber, bad)).toBe(false);
  for (const bad of [0, 1, "yes", "", null]) expect(reads(bool, bad)).toBe(false);
});

test("a map keeps every key, reads each value, and says which one is wrong", () => {
  const counts = dictOf(integer({ max: 9 }), 3);
  const given = JSON.parse('{"__proto__": "1", "b": 2}');
  const read = z.decode(counts, given);
  expect(JSON.stringify(read)).toBe('{"__proto__":1,"b":2}');
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(JSON.stringify(z.encode(counts, read))).toBe('{"__proto__":1,"b":2}');
  expect(z.safeDecode(counts, { a: 10, b: 1, c: "x" }).error?.issues.map(({ path }) => path)).toEqual([
    ["a"],
    ["c"],
  ]);
  expect(reads(counts, { a: 1, b: 2, c: 3, d: 4 })).toBe(false);
});

test("a map writes its values as their kind writes them", () => {
  const times = dictOf(timestamp);
  expect(z.encode(times, { a: new Date(0) })).toEqual({ a: "1970-01-01T00:00:00.000Z" });
});

test("times from the database lose digits that say nothing, and no others", () => {
  expect(z.encode(instant, "2026-01-01T00:00:00.123000Z")).toBe("2026-01-01T00:00:00.123Z");
  expect(z.encode(instant, "2026-01-01T00:00:00.123456Z")).toBe("2026-01-01T00:00:00.123456Z");
});
