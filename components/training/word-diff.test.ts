import fc from "fast-check";
import { expect, test } from "vitest";
import { wordDiff } from "./word-diff.ts";

const text = (parts: ReturnType<typeof wordDiff>, without: "added" | "removed") =>
  parts
    .filter(({ kind }) => kind !== without)
    .map((part) => part.text)
    .join("");

test("without what was added it is the older text, without what was removed the newer one", () => {
  const sentence = fc.array(fc.constantFrom("a", "bee", "c7", " ", ", ", "é", "🦊", "\n"), { maxLength: 14 });
  fc.assert(
    fc.property(sentence, sentence, (one, other) => {
      const [before, after] = [one.join(""), other.join("")];
      const parts = wordDiff(before, after);
      expect(text(parts, "added")).toBe(before);
      expect(text(parts, "removed")).toBe(after);
    }),
  );
});

test("as much as possible is the same", () => {
  expect(wordDiff("The shop is open on Friday.", "The shop is closed on Friday!")).toEqual([
    { kind: "same", text: "The shop is " },
    { kind: "removed", text: "open" },
    { kind: "added", text: "closed" },
    { kind: "same", text: " on Friday" },
    { kind: "removed", text: "." },
    { kind: "added", text: "!" },
  ]);
  expect(wordDiff("we go home", "you stay home")).toEqual([
    { kind: "removed", text: "we go" },
    { kind: "added", text: "you stay" },
    { kind: "same", text: " home" },
  ]);
  expect(wordDiff("same", "same")).toEqual([{ kind: "same", text: "same" }]);
  expect(wordDiff("", "new")).toEqual([{ kind: "added", text: "new" }]);
});
