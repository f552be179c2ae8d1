import { describe, expect, test } from "vitest";
import { GRADER_TYPES } from "#lib/contract/evaluation/grader.ts";
import { asJson, draftOf, draftOfType, readDraft, withType } from "./grader-draft.ts";

const INCOMPLETE = ["spindle.tool_call", "spindle.human", "spindle.http"];

test.each(GRADER_TYPES)("a first %s is a grader, and comes back as it was entered", (type) => {
  const draft = draftOfType(type);
  const { grader } = readDraft(draft);
  if (grader) expect(draftOf(grader)).toEqual(draft);
  else expect(INCOMPLETE).toContain(type);
});

describe("what is wrong is said at its field", () => {
  test.each<[string, Parameters<typeof readDraft>[0], Record<string, string>]>([
    [
      "no JSON",
      { type: "spindle.json_schema", texts: { input: "x", schema: "{" } },
      { schema: "This is not JSON." },
    ],
    [
      "no number",
      {
        ...draftOfType("spindle.number_match"),
        texts: { ...draftOfType("spindle.number_match").texts, tolerance: "few" },
      },
      { tolerance: "Enter a number." },
    ],
    [
      "a formula with a stranger",
      { type: "multi", texts: { ...draftOfType("multi").texts, calculate_output: "exact + b" } },
      { calculate_output: "b is not one of the graders (exact)." },
    ],
  ])("%s", (_, draft, faults) => {
    expect(readDraft(draft)).toEqual({ grader: null, faults });
  });
});

test("another type keeps what both have", () => {
  const draft = { type: "string_check" as const, texts: { input: "a", operation: "ne", reference: "b" } };
  const { texts } = withType(draft, "text_similarity");
  expect(texts).toMatchObject({ input: "a", reference: "b", evaluation_metric: "rouge_l" });
  expect(withType(draft, "label_model").texts.input).toContain("Question");
});

test.each(GRADER_TYPES)(
  "a %s can be entered as the JSON that the API takes, and comes back into its fields",
  (type) => {
    const draft = draftOfType(type);
    const whole = asJson(draft);
    if (!whole) return expect(INCOMPLETE).toContain(type);
    const { grader } = readDraft(whole);
    expect(grader && draftOf(grader)).toEqual(draft);
  },
);

test("JSON that is no grader is refused with its place", () => {
  const draft = draftOfType("spindle.judge");
  expect(readDraft({ ...draft, json: "{" })).toEqual({ grader: null, faults: { json: "This is not JSON." } });
  const one = {
    type: "spindle.judge",
    model: "m",
    input: [{ role: "user", content: "?" }],
    scores: { yes: 1 },
  };
  expect(readDraft({ ...draft, json: JSON.stringify(one) }).faults?.json).toBe(
    "scores: name at least two labels with their scores.",
  );
  expect(readDraft({ ...draft, json: JSON.stringify({ ...one, type: "strange" }) }).faults?.json).toMatch(
    /./,
  );
});
