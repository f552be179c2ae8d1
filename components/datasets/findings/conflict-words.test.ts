import { expect, test } from "vitest";
import { conflictMark, conflictsToLearn, conflictWords, labelledBy } from "./conflict-words.ts";

type Made = Parameters<typeof labelledBy>[0];
const made = (use: string, turns = "before") =>
  ({ kind: "sft", recipe: { sources: [{ kind: "queue", use }], prompt: { turns } } }) as Made;
const given = (kind: Made["kind"]) =>
  ({ kind, recipe: { sources: [{ kind: "upload" }], prompt: { turns: "before" } } }) as Made;
const PROMPT = labelledBy(made("labels"));
const ANSWER = labelledBy(made("judge"));

test("where the prompt holds the answer that is judged, it is the answer that has different labels", () => {
  expect([PROMPT.what, labelledBy(made("labels", "whole")).what]).toEqual(["prompt", "answer"]);
  expect(ANSWER.what).toBe("answer");
  const counts = { conflicts: { prompts: 1, rows: 2 } };
  expect(conflictWords(counts, ANSWER)).toBe("1 answer has different labels");
  expect(conflictsToLearn({ number: 0, counts, ...made("judge") })).toBe(
    "1 answer of v0 has different labels, and the job learns each of them.",
  );
  expect(conflictMark([4], ANSWER)).toBe("Row 5 has this answer with another label");
});

test("prompts with different labels are counted, and nothing is said where there are none or nobody counted", () => {
  expect(conflictWords({ conflicts: { prompts: 2, rows: 5 } }, PROMPT)).toBe(
    "2 prompts have different labels",
  );
  expect(conflictWords({ conflicts: { prompts: 1, rows: 2 } }, PROMPT)).toBe("1 prompt has different labels");
  expect([
    conflictWords({ conflicts: { prompts: 0, rows: 0 } }, PROMPT),
    conflictWords({ conflicts: null }, PROMPT),
  ]).toEqual([null, null]);
});

test("a job is said to learn each of the labels that prompts of its version have", () => {
  const said = (prompts: number) =>
    conflictsToLearn({ number: 2, counts: { conflicts: { prompts, rows: 9 } }, ...made("labels") });
  expect(said(4)).toBe("4 prompts of v2 have different labels, and the job learns each of them.");
  expect(said(1)).toBe("1 prompt of v2 has different labels, and the job learns each of them.");
  expect([said(0), conflictsToLearn({ number: 2, counts: { conflicts: null }, ...made("labels") })]).toEqual([
    null,
    null,
  ]);
});

test("a row names the others of its prompt as they are numbered in the list", () => {
  expect(conflictMark([], PROMPT)).toBeNull();
  expect(conflictMark([4], PROMPT)).toBe("Row 5 has this prompt with another label");
  expect(conflictMark([0, 4, 8], PROMPT)).toBe("Rows 1, 5 and 9 have this prompt, with different labels");
});

test("rows that somebody else made contradict each other by their answers, or by what is said of a reply", () => {
  const counts = { conflicts: { prompts: 2, rows: 5 } };
  expect(conflictWords(counts, labelledBy(given("sft")))).toBe("2 prompts have different answers");
  expect(conflictWords(counts, labelledBy(given("kto")))).toBe("2 replies have different labels");
  expect(conflictWords(counts, labelledBy(given("reward")))).toBe("2 replies have different rewards");
  expect(conflictMark([1], labelledBy(given("eval")))).toBe("Row 2 has this prompt with another answer");
});
