import { expect, test } from "vitest";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { readDraft } from "./grader-draft.ts";
import { judgeDraft } from "./own-judge.ts";

const SOURCE = {
  kind: "queue",
  queueId: "q",
  use: "judge",
  question: "Which tone?",
  field: "weave:///acme/support/object/tone:v0",
} as const;

function worthsOf(input: FieldInput): unknown {
  return JSON.parse(judgeDraft("m", SOURCE, { input }).texts.scores ?? "");
}

const choice = (...values: string[]): FieldInput => ({
  kind: "choice",
  options: values.map((value) => ({ value, help: "" })),
});

test("what a label is worth is proposed only where its word says so, whatever the order", () => {
  expect(worthsOf(choice("rude", "kind"))).toEqual({ rude: "", kind: "" });
  expect(worthsOf(choice("Bad", "Good"))).toEqual({ Bad: 0, Good: 1 });
  expect(worthsOf(choice("yes", "perhaps", "no"))).toEqual({ yes: "", perhaps: "", no: "" });
  expect(worthsOf({ kind: "boolean" })).toEqual({ true: 1, false: 0 });
  expect(worthsOf({ kind: "integer", min: 1, max: 3 })).toEqual({ "1": 0, "2": 0.5, "3": 1 });
});

test("a judge whose labels are worth nothing yet is asked for what they are worth", () => {
  const draft = judgeDraft("m", SOURCE, { input: choice("rude", "kind") });
  expect(readDraft(draft).faults).toEqual({ scores: "Say what “rude” and “kind” are worth, from 0 to 1." });
  const said = { ...draft, texts: { ...draft.texts, scores: '{"rude":0,"kind":""}' } };
  expect(readDraft(said).faults).toEqual({ scores: "Say what “kind” is worth, from 0 to 1." });
});
