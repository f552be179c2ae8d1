import { expect, test } from "vitest";
import { emptyDraft, setAnswer } from "#components/desk/state/draft.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { offeredAnswer, suggestedRefs, withSuggestions } from "./suggestions.ts";

const field = (ref: string, input: AnnotationField["input"]): AnnotationField => ({
  ref,
  objectId: ref,
  name: ref,
  description: "",
  input,
});
const RIGHT = field("right", { kind: "boolean" });
const TONE = field("tone", {
  kind: "choice",
  options: [
    { value: "kind", help: "" },
    { value: "rude", help: "" },
  ],
});
const WHY = field("why", { kind: "text", maxLength: null });
const FIELDS = [RIGHT, TONE, WHY];
const suggested = (fieldRef: string, value: unknown, probability = 0.949) => ({
  fieldRef,
  value,
  probability,
});
const answers = (draft: ReturnType<typeof emptyDraft>) =>
  Object.fromEntries(Object.entries(draft.answers).map(([ref, { text }]) => [ref, text]));

test("an option is offered with how sure the model is, never rounded up; what cannot be picked is not", () => {
  expect(offeredAnswer(RIGHT, [suggested("right", false, 0.999)])).toEqual({ text: "false", percent: 99 });
  expect(offeredAnswer(TONE, [suggested("tone", "rude")])).toEqual({ text: "rude", percent: 94 });
  expect(offeredAnswer(TONE, [suggested("tone", "gone since")])).toBeNull();
  expect(offeredAnswer(TONE, [suggested("right", "rude")])).toBeNull();
  expect(offeredAnswer(WHY, [suggested("why", "because")])).toBeNull();
});

test("accepting answers what is open and suggested, and leaves what was answered", () => {
  const said = setAnswer(emptyDraft(), "tone", "kind");
  const all = [suggested("right", true), suggested("tone", "rude")];
  expect(answers(withSuggestions(said, all, { fields: FIELDS, rules: [] }))).toEqual({
    right: "true",
    tone: "kind",
  });
  expect(withSuggestions(said, [], { fields: FIELDS, rules: [] })).toBe(said);
});

test("what was in sight is listed by field: nothing of what was answered already, and nothing where it is not known", () => {
  const suggestions = [
    suggested("right", true),
    suggested("tone", "gone since"),
    suggested("why", "because"),
  ];
  expect(suggestedRefs(FIELDS, { suggestions, isDone: false })).toEqual(["right"]);
  expect(suggestedRefs(FIELDS, { suggestions: [], isDone: false })).toEqual([]);
  expect(suggestedRefs(FIELDS, { suggestions, isDone: true })).toEqual([]);
  expect(suggestedRefs(FIELDS, { suggestions: null, isDone: false })).toBeNull();
});

test("a question that is not asked is not answered, and one that a suggestion brings up is", () => {
  const rules = [{ fieldRef: "tone", whenRef: "right", whenValues: [false], defaultValue: null }];
  const accepted = (value: boolean) =>
    answers(
      withSuggestions(emptyDraft(), [suggested("right", value), suggested("tone", "rude")], {
        fields: FIELDS,
        rules,
      }),
    );
  expect(accepted(true)).toEqual({ right: "true" });
  expect(accepted(false)).toEqual({ right: "false", tone: "rude" });
});
