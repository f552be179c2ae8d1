import { expect, test } from "vitest";
import { conflictMark, conflictsToLearn, conflictWords, labelledBy } from "./conflict-words.ts";

const recipe = (use: string, turns = "before") =>
  ({ sources: [{ kind: "queue", use }], prompt: { turns } }) as Parameters<typeof labelledBy>[0];

test("where the prompt holds the answer that is judged, it is the answer that has different labels", () => {
  expect([labelledBy(recipe("labels")), labelledBy(recipe("labels", "whole"))]).toEqual(["prompt", "answer"]);
  expect(labelledBy(recipe("judge"))).toBe("answer");
  const counts = { conflicts: { prompts: 1, rows: 2 } };
  expect(conflictWords(counts, "answer")).toBe("1 answer has different labels");
  expect(conflictsToLearn({ number: 0, counts, recipe: recipe("judge") })).toBe(
    "1 answer of v0 has different labels, and the job learns each of them.",
  );
  expect(conflictMark([4], "answer")).toBe("Row 5 has this answer with another label");
});

test("prompts with different labels are counted, and nothing is said where there are none or nobody counted", () => {
  expect(conflictWords({ conflicts: { prompts: 2, rows: 5 } }, "prompt")).toBe(
    "2 prompts have different labels",
  );
  expect(conflictWords({ conflicts: { prompts: 1, rows: 2 } }, "prompt")).toBe(
    "1 prompt has different labels",
  );
  expect([
    conflictWords({ conflicts: { prompts: 0, rows: 0 } }, "prompt"),
    conflictWords({ conflicts: null }, "prompt"),
  ]).toEqual([null, null]);
});

test("a job is said to learn each of the labels that prompts of its version have", () => {
  const said = (prompts: number) =>
    conflictsToLearn({ number: 2, counts: { conflicts: { prompts, rows: 9 } }, recipe: recipe("labels") });
  expect(said(4)).toBe("4 prompts of v2 have different labels, and the job learns each of them.");
  expect(said(1)).toBe("1 prompt of v2 has different labels, and the job learns each of them.");
  expect([
    said(0),
    conflictsToLearn({ number: 2, counts: { conflicts: null }, recipe: recipe("labels") }),
  ]).toEqual([null, null]);
});

test("a row names the others of its prompt as they are numbered in the list", () => {
  expect(conflictMark([], "prompt")).toBeNull();
  expect(conflictMark([4], "prompt")).toBe("Row 5 has this prompt with another label");
  expect(conflictMark([0, 4, 8], "prompt")).toBe("Rows 1, 5 and 9 have this prompt, with different labels");
});
