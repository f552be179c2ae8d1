import { expect, test } from "vitest";
import type { FieldInput } from "#components/queues/annotation-field.ts";
import { answerOfDigit, answerText, rangeText, readAnswer } from "./answers.ts";

const BOOLEAN: FieldInput = { kind: "boolean" };
const CHOICE: FieldInput = { kind: "choice", options: ["kind", "cold"] };
const SCORE: FieldInput = { kind: "integer", min: 1, max: 5 };
const SHARE: FieldInput = { kind: "number", min: null, max: 1 };
const TEXT: FieldInput = { kind: "text", maxLength: 3 };
const JSON_INPUT: FieldInput = { kind: "json" };

test.each([
  [BOOLEAN, false],
  [BOOLEAN, true],
  [CHOICE, "cold"],
  [SCORE, 4],
  [SHARE, 0.25],
  [SHARE, -1e21],
  [TEXT, "🙂🙂🙂"],
  [JSON_INPUT, { a: [1, null] }],
])("for %j the value %j is read back from how it is shown", (input, value) => {
  expect(readAnswer(input, answerText(input, value))).toEqual({ state: "valid", value });
});

test.each([BOOLEAN, CHOICE, SCORE, SHARE, TEXT, JSON_INPUT])("for %j blank text is no answer", (input) => {
  expect(readAnswer(input, "")).toEqual({ state: "empty" });
  expect(readAnswer(input, " \n")).toEqual({ state: "empty" });
});

test.each([
  [SCORE, "6", "6 is more than 5."],
  [SCORE, "0", "0 is less than 1."],
  [SCORE, "2.5", "2.5 is not a whole number."],
  [SCORE, "1,000", "“1,000” is no number. Write it like 3."],
  [SHARE, "1.1", "1.1 is more than 1."],
  [SHARE, "Infinity", "“Infinity” is no number. Write it like 0.5."],
  [TEXT, "four", "1 character too long."],
  [CHOICE, "warm", "“warm” is not among the choices."],
])("for %j the text %j is refused with what to do", (input, text, problem) => {
  expect(readAnswer(input, text)).toEqual({ state: "wrong", problem });
});

test("text that is no JSON is refused", () => {
  expect(readAnswer(JSON_INPUT, "{a: 1}")).toMatchObject({ state: "wrong" });
});

test.each([
  [BOOLEAN, 1, "true"],
  [BOOLEAN, 2, "false"],
  [BOOLEAN, 3, null],
  [CHOICE, 2, "cold"],
  [CHOICE, 3, null],
  [CHOICE, 0, null],
  [SCORE, 5, "5"],
  [SCORE, 0, null],
  [{ kind: "integer", min: null, max: null } satisfies FieldInput, 0, "0"],
  [SHARE, 1, null],
  [TEXT, 1, null],
])("for %j the key %i picks %j", (input, digit, text) => {
  expect(answerOfDigit(input, digit)).toBe(text);
});

test("a value that does not fit the field shows as no answer", () => {
  expect(answerText(SCORE, null)).toBe("");
  expect(answerText(TEXT, ["a"])).toBe("");
});

test("a range is told by what bounds it", () => {
  expect([rangeText(1, 5), rangeText(1, null), rangeText(null, 5), rangeText(null, null)]).toEqual([
    "From 1 to 5.",
    "1 or more.",
    "5 or less.",
    "",
  ]);
});
