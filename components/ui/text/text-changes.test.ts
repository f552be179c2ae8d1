import fc from "fast-check";
import { expect, test } from "vitest";
import { type TextChange, textChanges } from "./text-changes.ts";

const without = (other: "added" | "removed", changes: readonly TextChange[]) =>
  changes.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join("");

test("only the words that differ are changes", () => {
  expect(textChanges("It comes on Friday.", "It comes on Monday.")).toEqual([
    { kind: "same", text: "It comes on " },
    { kind: "removed", text: "Friday" },
    { kind: "added", text: "Monday" },
    { kind: "same", text: "." },
  ]);
  expect(textChanges("same", "same")).toEqual([{ kind: "same", text: "same" }]);
  expect(textChanges("", "new")).toEqual([{ kind: "added", text: "new" }]);
});

test("words that change beside each other are one phrase", () => {
  expect(textChanges("we go home", "you stay home")).toEqual([
    { kind: "removed", text: "we go" },
    { kind: "added", text: "you stay" },
    { kind: "same", text: " home" },
  ]);
});

test("without what was added the changes are the one text, without what was removed the other", () => {
  const text = fc
    .array(fc.constantFrom("a", "b ", " ", ", ", "é", "\n", "🙂", "<b>", "  "), { maxLength: 30 })
    .map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = textChanges(before, after);
      expect(without("added", changes)).toBe(before);
      expect(without("removed", changes)).toBe(after);
    }),
  );
});

test("long texts are compared by line", () => {
  const lines = Array.from({ length: 5_000 }, (_, i) => `line ${i} of many\n`);
  const changes = textChanges(lines.join(""), lines.with(2_500, "another line\n").join(""));
  expect(changes.filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: "line 2500 of many\n" },
    { kind: "added", text: "another line\n" },
  ]);
});
