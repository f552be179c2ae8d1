import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";
import { pieceAt, textPieces } from "./text-pieces.ts";

const longText = fc
  .array(fc.tuple(fc.constantFrom("a", "\n", "🙂", "word "), fc.integer({ min: 1, max: 900 })), {
    maxLength: 12,
  })
  .map((runs) => runs.map(([text, times]) => text.repeat(times)).join(""));

test("the pieces of a text are short, whole characters, and together the text", () => {
  fc.assert(
    fc.property(longText, (text) => {
      const pieces = textPieces(text);
      expect(pieces.join("")).toBe(text);
      expect(pieces.every((piece) => piece.length <= 2_000 && piece.isWellFormed())).toBe(true);
    }),
  );
});

test("every character is found in its piece", () => {
  const pieces = ["ab", "c", "def"];
  expect([0, 1, 2, 3, 5].map((offset) => pieceAt(pieces, offset).index)).toEqual([0, 0, 1, 2, 2]);
  expect(pieceAt(pieces, 4).start).toBe(3);
});

test("JSON in pieces is the JSON that everyone writes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...jsonPieces(value)].flat().join("")).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test("JSON nested two thousand deep is written", () => {
  let value: unknown = 1;
  for (let i = 0; i < 2_000; i++) value = [value];
  expect([...jsonPieces(value)].flat().join("").match(/\[/g)).toHaveLength(2_000);
});
