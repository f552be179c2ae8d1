import { expect, test } from "vitest";
import { placesOf } from "#components/queues/fields/field-places.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { emptyDraft, idsOf, setAnswer } from "./draft.ts";
import { askedFields, withDefaults } from "./field-conditions.ts";
import { obstaclesOf } from "./leaving.ts";
import { nextToPick } from "./next-to-pick.ts";

const RIGHT: AnnotationField = {
  ref: "weave:///acme/support/object/right:1",
  objectId: "right",
  name: "Right?",
  description: "",
  input: { kind: "boolean" },
};
const WHY: AnnotationField = {
  ...RIGHT,
  ref: "why",
  objectId: "why",
  input: { kind: "text", maxLength: null },
};
const FIELDS = [RIGHT, WHY];
const ASK_WHY = [{ fieldRef: WHY.ref, whenRef: RIGHT.ref, whenValues: [false] }];

test("a question is asked once the answer on which it depends is given, and required only then", () => {
  const queue = { kind: "single" as const, requiredRefs: [WHY.ref], fieldRules: ASK_WHY };
  const right = setAnswer(emptyDraft(), RIGHT.ref, "true");
  const wrong = setAnswer(right, RIGHT.ref, "false");
  expect(askedFields(FIELDS, ASK_WHY, right)).toEqual([RIGHT]);
  expect(askedFields(FIELDS, ASK_WHY, wrong)).toEqual(FIELDS);
  expect(obstaclesOf({ draft: right, fields: FIELDS, queue })).toEqual({});
  expect(Object.keys(obstaclesOf({ draft: wrong, fields: FIELDS, queue }))).toEqual([WHY.ref]);
});

test("the next digit goes to the question that an answer brings, and past one that it takes away", () => {
  const [right, tone, kind] = [RIGHT, { ...RIGHT, ref: "tone" }, { ...RIGHT, ref: "kind" }];
  const rules = [{ fieldRef: tone.ref, whenRef: right.ref, whenValues: [false] }];
  const nextAfter = (text: string) => {
    const said = setAnswer(emptyDraft(), right.ref, text);
    const [answered] = placesOf([right]);
    const asked = placesOf(askedFields([right, tone, kind], rules, said));
    return answered && nextToPick(asked, answered, { mustBeWritten: () => false })?.ref;
  };
  expect([nextAfter("false"), nextAfter("true")]).toEqual([tone.ref, kind.ref]);
});

test("a proposal stands in an untouched draft, says what it is, and is no proposal once it is changed", () => {
  const draft = withDefaults(emptyDraft(), FIELDS, [
    { fieldRef: RIGHT.ref, whenRef: null, whenValues: [], defaultValue: false },
  ]);
  expect(draft).toMatchObject({
    answers: { [RIGHT.ref]: { text: "false", isDefault: true } },
    isDirty: false,
  });
  expect(idsOf(draft)).toHaveLength(1);
  expect(setAnswer(draft, RIGHT.ref, "true").answers[RIGHT.ref]).not.toHaveProperty("isDefault");
});
