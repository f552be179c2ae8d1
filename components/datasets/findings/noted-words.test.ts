import { expect, test } from "vitest";
import { notedWords } from "./noted-words.ts";

const line = (number: number) => ({ name: "a.jsonl", unit: "line" as const, number });

test("the rows with notes are named once each in their order, and others are not forgotten", () => {
  const notedAt = [
    { note: "key" as const, places: [line(7)] },
    { note: "email" as const, places: [line(2), line(7)] },
    { note: "empty_question" as const, places: [line(9)] },
  ];
  const notes = { key: 1, email: 2, empty_question: 3 };
  expect(notedWords({ counts: { notes }, notedAt }, "secret")).toBe(" (lines 2 and 7)");
  expect(notedWords({ counts: { notes }, notedAt }, "empty")).toBe(" (lines 9 and others)");
  expect(notedWords({ counts: { notes: {} }, notedAt: [] }, "secret")).toBe("");
});
