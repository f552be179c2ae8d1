import { expect, test } from "vitest";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { type ChangeDraft, changeDraftOf, changeOf, changeProblems } from "./field-change.ts";

const TONE: AnnotationField = {
  ref: "weave:///acme/support/object/tone:1",
  objectId: "tone",
  name: "Tone",
  description: "",
  input: {
    kind: "choice",
    options: [
      { value: "kind", help: "" },
      { value: "rude", help: "Hurts" },
    ],
  },
};
const SCHEMA = { type: "string", enum: ["kind", "rude"], enumDescriptions: ["", "Hurts"], title: "kept" };

function changed(patch: Partial<ChangeDraft>) {
  return changeOf({ ...changeDraftOf(TONE), ...patch }, TONE, SCHEMA);
}

test("what was not touched is not sent", () => {
  expect(changed({})).toBeNull();
  expect(changed({ name: " Is it kind? " })).toEqual({ name: "Is it kind?" });
});

test("an option that is called otherwise keeps its value, and a new one is its own value", () => {
  const [kind, rude] = changeDraftOf(TONE).options;
  if (!kind || !rude) throw new Error("The field has no two options");
  const added = { key: "new", value: null, label: " curt ", help: "" };
  expect(changed({ options: [kind, { ...rude, label: "Impolite" }, added] })).toEqual({
    fieldSchema: {
      type: "string",
      title: "kept",
      enum: ["kind", "rude", "curt"],
      enumNames: ["kind", "Impolite", "curt"],
      enumDescriptions: ["", "Hurts", ""],
    },
  });
});

test("problems say what to do", () => {
  const { options, ...rest } = changeDraftOf(TONE);
  const [kind, rude] = options;
  if (!kind || !rude) throw new Error("The field has no two options");
  const problems = (patch: Partial<ChangeDraft>) =>
    changeProblems({ options, ...rest, ...patch }, TONE.input);
  expect(problems({})).toEqual({});
  expect(problems({ name: " " }).name).toMatch(/Enter/);
  expect(problems({ options: [kind] }).options).toBe("Keep at least two options.");
  expect(problems({ options: [kind, { ...rude, label: "kind" }] }).options).toBe("“kind” appears twice.");
  const again = { key: "new", value: null, label: "rude", help: "" };
  expect(problems({ options: [kind, { ...rude, label: "Impolite" }, again] }).options).toMatch(/other words/);
});

test("bounds of a number go into its schema, and out of it", () => {
  const field: AnnotationField = { ...TONE, input: { kind: "integer", min: 1, max: 5 } };
  const schema = { type: "integer", minimum: 1, maximum: 5 };
  expect(changeOf({ ...changeDraftOf(field), max: "" }, field, schema)).toEqual({
    fieldSchema: { type: "integer", minimum: 1 },
  });
  expect(changeProblems({ ...changeDraftOf(field), max: "0" }, field.input).max).toMatch(/below/);
});
