import { expect, test } from "vitest";
import { conflictMark, conflictsToLearn, conflictWords } from "./conflict-words.ts";

test("prompts with different labels are counted, and nothing is said where there are none or nobody counted", () => {
  expect(conflictWords({ conflicts: { prompts: 2, rows: 5 } })).toBe("2 prompts have different labels");
  expect(conflictWords({ conflicts: { prompts: 1, rows: 2 } })).toBe("1 prompt has different labels");
  expect([conflictWords({ conflicts: { prompts: 0, rows: 0 } }), conflictWords({ conflicts: null })]).toEqual(
    [null, null],
  );
});

test("a job is said to learn each of the labels that prompts of its version have", () => {
  const said = (prompts: number) =>
    conflictsToLearn({ number: 2, counts: { conflicts: { prompts, rows: 9 } } });
  expect(said(4)).toBe("4 prompts of v2 have different labels, and the job learns each of them.");
  expect(said(1)).toBe("1 prompt of v2 has different labels, and the job learns each of them.");
  expect([said(0), conflictsToLearn({ number: 2, counts: { conflicts: null } })]).toEqual([null, null]);
});

test("a row names the others of its prompt as they are numbered in the list", () => {
  expect(conflictMark([])).toBeNull();
  expect(conflictMark([4])).toBe("Row 5 has this prompt with another label");
  expect(conflictMark([0, 4, 8])).toBe("Rows 1, 5 and 9 have this prompt, with different labels");
});
