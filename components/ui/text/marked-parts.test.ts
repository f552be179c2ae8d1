import { expect, test } from "vitest";
import { fromMatch, markedParts } from "./marked-parts.ts";

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

test("a line begins shortly before what is found, at a word, and at its own beginning where that is near", () => {
  const text = "I would like to reserve a table for two people in San Jose tonight";
  expect(fromMatch(text, "San Jose")).toBe("…two people in San Jose tonight");
  expect(fromMatch(text, "reserve")).toBe(text);
  expect(fromMatch(text, "none")).toBe(text);
  expect(fromMatch(text, "")).toBe(text);
  expect(fromMatch(`${"x".repeat(60)}San`, "San")).toBe("…San");
});
