import { expect, test } from "vitest";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import { feedbackWords } from "./feedback-words.ts";

const field = (objectId: string, name: string, input: AnnotationField["input"]): AnnotationField => ({
  ref: `weave:///local/playground/object/${objectId}:1`,
  objectId,
  name,
  description: "",
  input,
});
const FIELDS = [
  field("is-it-correct", "Is it correct?", { kind: "boolean" }),
  field("tone", "How is the tone?", {
    kind: "choices",
    options: [{ value: "k", label: "Kind", help: "" }],
    min: null,
    max: null,
  }),
];
const row = (feedback_type: string, payload: Record<string, unknown>) =>
  ({ feedback_type, payload, annotation_ref: null }) as FeedbackRow;

test("an annotation is shown by the words of its question, and its answer as it was picked", () => {
  expect(feedbackWords(row("wandb.annotation.is-it-correct", { value: true }), FIELDS)).toEqual({
    name: "Is it correct?",
    value: "Yes",
  });
  expect(feedbackWords(row("wandb.annotation.tone", { value: ["k"] }), FIELDS)).toEqual({
    name: "How is the tone?",
    value: "Kind",
  });
});

test("an unknown question keeps its name, and programs' values are shown as written", () => {
  expect(feedbackWords(row("wandb.annotation.gone", { value: false }), FIELDS)).toEqual({
    name: "gone",
    value: "No",
  });
  const score = row("wandb.runnable.tone", { output: { passed: true } });
  expect(feedbackWords(score, FIELDS)).toEqual({ name: "tone", value: { passed: true } });
  expect(feedbackWords(row("our.own", { stars: 3 }), FIELDS)).toEqual({
    name: "our.own",
    value: { stars: 3 },
  });
});
