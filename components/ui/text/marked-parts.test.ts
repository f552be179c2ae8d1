import { expect, test } from "vitest";
import { markedParts } from "./marked-parts.ts";

function written(text: string, query: string): string {
  return markedParts(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");
}

test("each match is a part of its own, as it is written in the text", () => {
  expect(written("Refund my refund", "refund")).toBe("[Refund] my [refund]");
  expect(written("refund", "refund")).toBe("[refund]");
  expect(written("aaa", "aa")).toBe("[aa]a");
});

test("signs of the query mean themselves, and markup stays text", () => {
  expect(written("a.b axb", "a.b")).toBe("[a.b] axb");
  expect(written("<b>x</b>", "<b>")).toBe("[<b>]x</b>");
});

test("without a search, or without a match, the text is one part", () => {
  expect(markedParts("text", "")).toEqual([{ text: "text", isMatch: false }]);
  expect(markedParts("text", "none")).toEqual([{ text: "text", isMatch: false }]);
});
