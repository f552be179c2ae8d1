import { expect, test } from "vitest";
import type { AnnotationField, FieldInput } from "#components/queues/parts/annotation-field.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { questionFit, yesFault } from "./question-fit.ts";

const CHECK: Grader = {
  type: "string_check",
  name: "",
  input: "{{sample.output_text}}",
  reference: "yes",
  operation: "like",
};
const JUDGE = { type: "spindle.judge", scores: { solved: 1, unsolved: 0 } } as unknown as Grader;
const OPTIONS = ["solved", "unsolved"].map((value) => ({ value, help: "" }));

function asked(input: FieldInput): AnnotationField {
  return { ref: "r", objectId: "outcome", name: "Outcome", description: "", input };
}

test("yes or no and numbers fit a grader as they are, and labels where it answers with the same ones", () => {
  expect(questionFit(CHECK, asked({ kind: "boolean" }))).toEqual({ kind: "fits" });
  expect(questionFit(CHECK, asked({ kind: "integer", min: 1, max: 5 }))).toEqual({ kind: "fits" });
  expect(questionFit(JUDGE, asked({ kind: "choice", options: OPTIONS }))).toEqual({ kind: "fits" });
  expect(questionFit(CHECK, null)).toEqual({ kind: "fits" });
});

test("of other labels somebody says which mean yes", () => {
  expect(questionFit(CHECK, asked({ kind: "choice", options: OPTIONS }))).toEqual({
    kind: "labels",
    options: OPTIONS,
  });
  const more = [...OPTIONS, { value: "partly", help: "" }];
  expect(questionFit(JUDGE, asked({ kind: "choice", options: more }))).toMatchObject({ kind: "labels" });
  expect(yesFault(OPTIONS, [])).toBe("Choose at least one label that means yes.");
  expect(yesFault(OPTIONS, ["solved"])).toBeNull();
  expect(yesFault(OPTIONS, ["solved", "unsolved"])).toBe("Leave at least one label that means no.");
});

test("a question whose answers are neither is refused with the reason", () => {
  expect(questionFit(CHECK, asked({ kind: "text", maxLength: null }))).toEqual({
    kind: "unfit",
    reason:
      "“Outcome” is a question of the kind “Text”, whose answers are neither yes nor no. Choose one that is answered by yes or no, a number or one label.",
  });
});
