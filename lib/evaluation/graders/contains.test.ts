import fc from "fast-check";
import { expect, test } from "vitest";
import { contains } from "./contains.internal.ts";

const few = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });

test("a long text contains what a plain search finds in it", () => {
  fc.assert(
    fc.property(few, few, fc.nat(30), (wanted, piece, times) => {
      // Long enough for the table to be used.
      const long = "ab".repeat(3000) + piece.repeat(times);
      const pattern = wanted + "ab".repeat(1000) + piece;
      expect(contains(long, pattern)).toBe(long.includes(pattern));
      expect(contains(long + pattern, pattern)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("it ends although text and pattern are of much the same letters, and nothing and all are found", () => {
  const text = "a".repeat(1_000_000);
  expect(contains(text, `${"a".repeat(300)}b${"a".repeat(500_000)}`)).toBe(false);
  expect(contains(text, text)).toBe(true);
  expect(contains(text, "")).toBe(true);
  expect(contains("", "a")).toBe(false);
});
