import { expect, test } from "vitest";
import type { AskedField } from "#components/queues/fields/said-values.ts";
import type { LetteredAnswer } from "./letters.ts";
import { adoptedValues, askedValues, mergedValues, mergeOptions } from "./merge.ts";

const TONE: AskedField = { ref: "tone", name: "Tone", input: { kind: "integer", min: 1, max: 5 } };
const ISSUES: AskedField = { ref: "issues", name: "Issues", input: { kind: "text", maxLength: null } };

function said(letter: string, values: Record<string, unknown>): LetteredAnswer {
  const answer = {
    itemId: "i",
    annotatorUserId: letter,
    name: letter,
    state: "completed",
    skipReason: null,
    isFlagged: false,
    flagNote: "",
    sentBack: null,
    activeMs: 0,
    finishedAt: null,
    values,
    earlierVersions: {},
    notes: [],
    reactions: [],
    correction: null,
    preference: null,
  };
  return { letter, answer };
}

const ANSWERS = [
  said("A", { tone: 4, issues: "x" }),
  said("B", { tone: 5 }),
  said("C", { tone: 5, issues: "y" }),
];

test("What most said of a field comes first, with the letters of those who said it", () => {
  expect(mergeOptions(TONE, ANSWERS)).toEqual([
    { key: "5", value: 5, letters: ["B", "C"] },
    { key: "4", value: 4, letters: ["A"] },
  ]);
});

test("A merge takes what was picked, and what most said elsewhere", () => {
  expect(mergedValues([TONE, ISSUES], ANSWERS, { issues: '"y"' })).toEqual({ tone: 5, issues: "y" });
  expect(mergedValues([TONE, ISSUES], ANSWERS, { tone: "4", issues: "gone" })).toEqual({
    tone: 4,
    issues: "x",
  });
});

test("What nobody said is not decided", () => {
  expect(mergedValues([{ ...TONE, ref: "new" }], ANSWERS, {})).toEqual({});
  expect(adoptedValues([TONE, ISSUES], said("B", { tone: 5, other: 1 }))).toEqual({ tone: 5 });
});

test("a decision holds nothing that is not asked after its other values", () => {
  const rules = [{ fieldRef: "why", whenRef: "right", whenValues: [false] }];
  expect(askedValues({ right: true, why: "facts" }, rules)).toEqual({ right: true });
  expect(askedValues({ right: false, why: "facts" }, rules)).toEqual({ right: false, why: "facts" });
});
