import { expect, test } from "vitest";
import { inTextOrder, isInsideCharacter, markableText, spanFaults, spanStands } from "./spans.ts";

const SCHEMA = {
  type: "array",
  "x-spans": true,
  items: { type: "object", properties: { label: { type: "string", enum: ["right", "made up"] } } },
};
// An emoji of two UTF-16 units, a family of seven people's worth of them, and an accent that combines.
const TEXT = "😀 Café\r\n👨‍👩‍👧 costs e\u0301 5";
const DOCUMENTS = { inputs: { messages: [{ role: "user", content: TEXT }] }, output: "Paris is in Paris." };
const PATH = "inputs.messages.0.content";

function marked(quote: string, more: Record<string, unknown> = {}) {
  const start = TEXT.indexOf(quote);
  return { path: PATH, start, end: start + quote.length, quote, label: "right", ...more };
}

function faultsOf(value: unknown, documents: typeof DOCUMENTS | null = DOCUMENTS) {
  return spanFaults(SCHEMA, value, documents).map(({ at, text }) => `${at.join(".")}: ${text}`);
}

test("passages with emoji, joined characters, accents and line ends stand where they were marked", () => {
  const quotes = ["😀", "Café\r\n", "👨‍👩‍👧", "e\u0301", TEXT];
  const spans = quotes.map((quote) => marked(quote));
  expect(faultsOf(spans)).toEqual([]);
  expect(spans.every((span) => spanStands(DOCUMENTS, span))).toBe(true);
});

test("overlaps are taken, and one passage may have two labels", () => {
  expect(faultsOf([marked("Café"), marked("Café", { label: "made up" }), marked("afé")])).toEqual([]);
});

test("what the schema of the field names beside is taken", () => {
  const properties = { ...SCHEMA.items.properties, why: { type: "string" } };
  const schema = { ...SCHEMA, items: { ...SCHEMA.items, properties } };
  expect(spanFaults(schema, [marked("Café", { why: "no such place" })], DOCUMENTS)).toEqual([]);
});

test.each<[string, unknown, string]>([
  ["no list", "x", ': it is "x"; send a list of spans'],
  ["no object", [7], "0: it is 7; send an object with path, start, end, quote and label"],
  ["no quote", [marked("Café", { quote: undefined })], "0.quote: it is missing; send a text"],
  [
    "a part of a number",
    [marked("Café", { start: 1.5 })],
    "0.start: it is 1.5; send an offset, a whole number from 0",
  ],
  [
    "what no span has",
    [marked("Café", { colour: "red" })],
    '0.colour: a span has no property "colour"; leave it out',
  ],
  [
    "an unknown label",
    [marked("Café"), marked("afé", { label: "odd" })],
    '1.label: "odd" is not one of the field\'s labels; use "right", "made up"',
  ],
  [
    "another path",
    [marked("Café", { path: "inputs.messages.1.content" })],
    '0.path: "inputs.messages.1.content" is not the path of a text in the call; use one below inputs or output',
  ],
  [
    "a path that holds no text",
    [marked("Café", { path: "inputs.messages" })],
    '0.path: "inputs.messages" is not the path of a text in the call; use one below inputs or output',
  ],
  [
    "what is neither input nor output",
    [marked("Café", { path: "attributes.note" })],
    '0.path: "attributes.note" is not the path of a text in the call; use one below inputs or output',
  ],
  ["nothing", [marked("Café", { end: 3 })], "0.end: 3 is not after start, which is 3"],
  [
    "more than there is",
    [marked("Café", { end: 99 })],
    `0.end: 99 is beyond the text at ${PATH}, which has ${TEXT.length} UTF-16 units`,
  ],
  [
    "half of an emoji",
    [marked("😀", { end: 1, quote: "\ud83d" })],
    "0.end: 1 lies inside a character; offsets are in UTF-16 units, and one character may have two",
  ],
  [
    "another quote",
    [marked("Café", { quote: "Cafe" })],
    '0.quote: it is "Cafe", but the text from 3 to 7 is "Café"; read the call again and mark it again',
  ],
  [
    "the same twice",
    [marked("Café"), marked("Café")],
    '1: it marks "Café" as "right", as span 0 does; leave one out',
  ],
])("%s is refused at its place", (_, value, fault) => {
  expect(faultsOf(value)).toEqual([fault]);
});

test("an answer is bounded, and needs its call", () => {
  const many = Array.from({ length: 201 }, () => marked("Café"));
  expect(faultsOf(many)).toEqual([": it holds 201 spans; mark 200 at most"]);
  expect(faultsOf([marked("x".repeat(20_001), { start: 0, end: 20_001 })])).toEqual([
    "0.quote: it has 20001 UTF-16 units; send 20000 at most",
  ]);
  expect(faultsOf([marked("Café")], null)[0]).toContain("the call is not recorded");
  expect(faultsOf([], null)).toEqual([]);
});

test("a text that was recorded again is not marked at the old place", () => {
  const span = { path: "output", start: 12, end: 17, quote: "Paris", label: "right" };
  expect(spanStands(DOCUMENTS, span)).toBe(true);
  expect(spanStands({ ...DOCUMENTS, output: "It is Paris." }, span)).toBe(false);
  expect(spanStands({ ...DOCUMENTS, output: { text: "Paris is in Paris." } }, span)).toBe(false);
  expect(markableText({ inputs: null, output: "x" }, "output")).toBe("x");
});

test("spans are put in the order of the text", () => {
  const at = (path: string, start: number, label: string) => ({ path, start, end: 9, quote: "", label });
  const sorted = [at("inputs", 7, "b"), at("output", 1, "a"), at("output", 1, "b"), at("output", 3, "a")];
  expect(inTextOrder(sorted.toReversed())).toEqual(sorted);
  expect([0, 1, 2].map((offset) => isInsideCharacter("😀", offset))).toEqual([false, true, false]);
});
