import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitizeJson } from "./sanitize.ts";

test("a text that PostgreSQL can read is left alone", () => {
  for (const value of ["plain", "😀", "\ufffd", "\\u0000", "\\\\ud800", { "\\ud800": ["\n", "é"] }])
    expect(sanitizeJson(JSON.stringify(value))).toBeNull();
  expect(sanitizeJson('"\\ud83d\\ude00"')).toBeNull();
});

test("NUL and unpaired surrogates are replaced in keys and values, and nothing else is", () => {
  const text = JSON.stringify({ "a\u0000": "\\\u0000\\u0000", b: ["\ud800x", "\udc00\ud83d", "😀"] });
  expect(JSON.parse(sanitizeJson(text) ?? "")).toEqual({
    "a\ufffd": "\\\ufffd\\u0000",
    b: ["\ufffdx", "\ufffd\ufffd", "😀"],
  });
});

test("sanitising a string is the same as making it well formed and replacing NUL", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 0xffff }), (text, unit) => {
      const value = `${text}${String.fromCharCode(unit)}${text}\\u0000`;
      const expected = value.toWellFormed().replaceAll("\u0000", "\ufffd");
      const json = JSON.stringify(value);
      expect(JSON.parse(sanitizeJson(json) ?? json)).toBe(expected);
    }),
  );
});
