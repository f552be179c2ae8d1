import { expect, test } from "vitest";
import { conflictPlaces, notedWords } from "./noted-words.ts";

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

test("rows that contradict each other are named by their lines, where they have any", () => {
  const conflicts = { prompts: 1, rows: 2 };
  const at = (counts: { conflicts: typeof conflicts | null }, conflictsAt: ReturnType<typeof line>[]) =>
    conflictPlaces({ counts, conflictsAt });
  expect(at({ conflicts }, [line(3), line(4)])).toBe(" (lines 3 and 4)");
  expect(at({ conflicts: { prompts: 2, rows: 4 } }, [line(3), line(4)])).toBe(" (lines 3, 4 and others)");
  expect(at({ conflicts: null }, [])).toBe("");
});
