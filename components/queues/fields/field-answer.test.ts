import fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import {
  answerText,
  countText,
  flipChoice,
  NONE_PICKED,
  partText,
  rangeText,
  readAnswer,
  withPart,
} from "./field-answer.ts";

const option = (value: string) => ({ value, help: "" });
const BOOLEAN: FieldInput = { kind: "boolean" };
const CHOICE: FieldInput = { kind: "choice", options: [option("kind"), option("cold")] };
const CHOICES = {
  kind: "choices",
  options: ["facts", "tone", "length"].map(option),
  min: null,
  max: 2,
} as const;
const SCORE: FieldInput = { kind: "integer", min: 1, max: 5 };
const SHARE: FieldInput = { kind: "number", min: null, max: 1 };
const TEXT: FieldInput = { kind: "text", maxLength: 3 };
const JSON_INPUT: FieldInput = { kind: "json", schema: {} };
const part = (name: string, input: FieldInput, isRequired = false) => ({
  name,
  label: name.toUpperCase(),
  help: "",
  isRequired,
  input,
});
const GROUP: FieldInput = {
  kind: "group",
  parts: [part("score", SCORE, true), part("why", TEXT), part("tags", CHOICES)],
};

test.each([
  [BOOLEAN, false],
  [BOOLEAN, true],
  [CHOICE, "cold"],
  [CHOICES, ["facts", "length"]],
  [CHOICES, []],
  [SCORE, 4],
  [SHARE, 0.25],
  [SHARE, -1e21],
  [TEXT, "🙂🙂🙂"],
  [JSON_INPUT, { a: [1, null] }],
  [GROUP, { score: 2, tags: ["tone"] }],
  [{ kind: "group", parts: [part("__proto__", TEXT)] } satisfies FieldInput, JSON.parse('{"__proto__":"x"}')],
])("for %j the value %j is read back from how it is shown", (input, value) => {
  expect(readAnswer(input, answerText(input, value))).toEqual({ state: "valid", value });
});

test.each([BOOLEAN, CHOICE, CHOICES, SCORE, SHARE, TEXT, GROUP, JSON_INPUT])(
  "for %j blank text is no answer",
  (input) => {
    expect(readAnswer(input, "")).toEqual({ state: "empty" });
    expect(readAnswer(input, " \n")).toEqual({ state: "empty" });
  },
);

test.each([
  [SCORE, "6", "6 is more than 5."],
  [SCORE, "0", "0 is less than 1."],
  [SCORE, "2.5", "2.5 is not a whole number."],
  [SCORE, "1,000", "“1,000” is not a number. Write it like 3."],
  [SHARE, "1.1", "1.1 is more than 1."],
  [SHARE, "Infinity", "“Infinity” is not a number. Write it like 0.5."],
  [TEXT, "four", "1 character too long."],
  [CHOICE, "warm", "“warm” is not among the choices."],
  [CHOICES, '["facts","warm"]', "“warm” is not among the choices."],
  [CHOICES, '["facts","tone","length"]', "Choose at most 2."],
  [{ ...CHOICES, min: 2 }, '["facts"]', "Choose at least 2."],
  [GROUP, withPart("", "why", "ok"), "SCORE: Answer this question; it is required."],
  [GROUP, withPart("", "score", "9"), "SCORE: 9 is more than 5."],
])("for %j the text %j is refused with what to do", (input, text, problem) => {
  expect(readAnswer(input, text)).toEqual({ state: "wrong", problem });
});

test("text that is no JSON is refused", () => {
  expect(readAnswer(JSON_INPUT, "{a: 1}")).toMatchObject({ state: "wrong" });
});

test("several choices stand in the order of the options, and the last one taken back leaves no answer", () => {
  const two = flipChoice(CHOICES, flipChoice(CHOICES, "", "length"), "facts");
  expect(readAnswer(CHOICES, two)).toEqual({ state: "valid", value: ["facts", "length"] });
  expect(flipChoice(CHOICES, flipChoice(CHOICES, two, "facts"), "length")).toBe("");
  expect(flipChoice(CHOICES, NONE_PICKED, "tone")).toBe('["tone"]');
});

test("however the parts of an object are entered, each keeps its own text and emptied ones are gone", () => {
  const entered = fc.array(
    fc.tuple(fc.constantFrom("a", "__proto__", "length"), fc.constantFrom("", "x", '["]')),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(entered, (steps) => {
      const text = steps.reduce((before, [name, said]) => withPart(before, name, said), "");
      const last = new Map(steps);
      for (const [name, said] of last) expect(partText(text, name)).toBe(said);
      if ([...last.values()].every((said) => said === "")) expect(text).toBe("");
    }),
  );
});

test("a value that does not fit the field shows as no answer", () => {
  expect(answerText(SCORE, null)).toBe("");
  expect(answerText(TEXT, ["a"])).toBe("");
  expect(answerText(CHOICES, "facts")).toBe("");
  expect(answerText(GROUP, null)).toBe("");
});

test("a range is described by its bounds", () => {
  expect([rangeText(1, 5), rangeText(1, null), rangeText(null, 5), rangeText(null, null)]).toEqual([
    "From 1 to 5.",
    "1 or more.",
    "5 or less.",
    "",
  ]);
  expect([
    countText(1, 2),
    countText(null, 2),
    countText(2, 2),
    countText(1, null),
    countText(0, null),
  ]).toEqual(["Choose 1 to 2.", "Choose up to 2.", "Choose 2.", "Choose at least 1.", ""]);
});
