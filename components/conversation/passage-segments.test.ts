import { expect, test } from "vitest";
import { inLanes, type Mark, segmentsOf } from "./passage-segments.ts";

const TEXT = "Well 😀, Café\u202e! Bye";

function mark(quote: string, hue = 0): Mark {
  const start = TEXT.indexOf(quote);
  return { key: quote, start, end: start + quote.length, tag: quote, hue };
}

function drawn(marks: readonly Mark[], part = TEXT, from = 0): string[] {
  return segmentsOf(part, from, inLanes(marks)).map(
    ({ text, marks: over }) => `${text}|${over.map(({ key, lane }) => `${key}:${lane}`).join(" ")}`,
  );
}

test("a text is cut where marks begin and end, never inside an emoji", () => {
  expect(drawn([mark("😀")])).toEqual(["Well |", "😀|😀:0", ", Café|", "⟨U+202E⟩|", "! Bye|"]);
  expect(drawn([])[0]).toBe("Well 😀, Café|");
});

test("marks that overlap have lines of their own, the outer one below", () => {
  expect(drawn([mark("Café"), mark("😀, Caf"), mark("Bye")])).toEqual([
    "Well |",
    "😀, |😀, Caf:0",
    "Caf|Café:1 😀, Caf:0",
    "é|Café:1",
    "⟨U+202E⟩|",
    "! |",
    "Bye|Bye:0",
  ]);
});

test("one passage with two labels is one run under two marks", () => {
  const twice = [mark("Bye", 1), { ...mark("Bye", 2), key: "second" }];
  expect(drawn(twice).at(-1)).toBe("Bye|second:1 Bye:0");
});

test("of a text in pieces each piece has its share of a mark, at the offsets of the whole", () => {
  const segments = segmentsOf(TEXT.slice(8), 8, inLanes([mark("😀, Café")]));
  expect(segments.map(({ start, end }) => [start, end])).toEqual([
    [8, 13],
    [13, 14],
    [14, TEXT.length],
  ]);
  expect(segments[0]?.marks).toHaveLength(1);
  expect(segments.map(({ isSolid }) => isSolid)).toEqual([false, true, false]);
});

test("all segments together are the text", () => {
  const text = "a\r\nb";
  const segments = segmentsOf(text, 0, []);
  expect(segments.map(({ text: one }) => one).join("")).toBe("a\nb");
  expect(segments.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
});
