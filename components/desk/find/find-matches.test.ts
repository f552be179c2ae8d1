import fc from "fast-check";
import { expect, test } from "vitest";
import { findMatches } from "./find-matches.ts";

const found = (text: string, query: string) =>
  [...findMatches([{ anchor: "a", text }], query)].flat().map(({ offset, nth }) => [offset, nth]);

test("case does not matter, and signs mean themselves", () => {
  expect(found("Straße STRASSE a.b A*B ÄÖ äö", "äö")).toEqual([
    [23, 0],
    [26, 1],
  ]);
  expect(found("a.b axb", "A.B")).toEqual([[0, 0]]);
  expect(found("aaaa", "aa")).toEqual([
    [0, 0],
    [2, 1],
  ]);
});

test("in a text of megabytes no match is missed or repeated, even where windows meet", () => {
  const gap = fc.integer({ min: 1, max: 140_000 });
  fc.assert(
    fc.property(fc.array(gap, { minLength: 1, maxLength: 5 }), (gaps) => {
      const text = gaps.map((length) => `${"x".repeat(length)}needle`).join("");
      const expected: number[] = [];
      for (let at = text.indexOf("needle"); at >= 0; at = text.indexOf("needle", at + 6)) expected.push(at);
      expect(found(text, "needle").map(([offset]) => offset)).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

test("texts are searched in their order", () => {
  const texts = ["one", "two", "one"].map((text, i) => ({ anchor: String(i), text }));
  expect([...findMatches(texts, "o")].flat().map(({ anchor }) => anchor)).toEqual(["0", "1", "2"]);
});
