import fc from "fast-check";
import { expect, test } from "vitest";
import { problemsOfJson } from "./json-problem.ts";

function offsetOf(text: string): unknown {
  return problemsOfJson(text).problems[0]?.loc[1];
}

test.each([
  ["", 0],
  ["  ", 2],
  ["nul", 0],
  ['"abc', 4],
  ['"a\nb"', 2],
  ['"a\\x"', 2],
  ["[1,]", 3],
  ["[1 2]", 3],
  ['{"a" 1}', 5],
  ['{"a": 1, b: 2}', 9],
  ["[01]", 2],
  ["[1.]", 2],
  ["{}{}", 2],
  ["[\u00a01]", 1],
])("%j stops being JSON at %d", (text, offset) => {
  expect(offsetOf(text)).toBe(offset);
});

test("every JSON text is read to its end, and no further than its first wrong character", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(offsetOf(text)).toBe(text.length);
      expect(offsetOf(`${text}]`)).toBe(text.length);
    }),
  );
});

test("a text of many megabytes is looked through without being held up", () => {
  const text = `["${"x".repeat(4_000_000)}", ${"1,".repeat(500_000)}`;
  expect(offsetOf(text)).toBe(text.length);
});
