import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, changesBetween } from "./word-diff.ts";

const joined = (changes: readonly Change[], kinds: readonly string[]) =>
  changes
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join("");

test("only the words that differ are changes", () => {
  expect(changesBetween("It comes on Friday.", "It comes on Monday.")).toEqual([
    { kind: "same", text: "It comes on " },
    { kind: "removed", text: "Friday" },
    { kind: "added", text: "Monday" },
    { kind: "same", text: "." },
  ]);
});

test("without what was added the changes are the one text, without what was removed the other", () => {
  const text = fc
    .array(fc.constantFrom("a", "b ", "\n", "🙂", "<b>", "  "), { maxLength: 30 })
    .map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = changesBetween(before, after);
      expect(joined(changes, ["same", "removed"])).toBe(before);
      expect(joined(changes, ["same", "added"])).toBe(after);
    }),
  );
});

test("long texts are compared by line", () => {
  const lines = Array.from({ length: 5_000 }, (_, i) => `line ${i} of many\n`);
  const changed = lines.with(2_500, "another line\n");
  const changes = changesBetween(lines.join(""), changed.join(""));
  expect(changes.filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: "line 2500 of many\n" },
    { kind: "added", text: "another line\n" },
  ]);
});
