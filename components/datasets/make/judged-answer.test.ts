import { expect, test } from "vitest";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { proposedReading } from "./judged-answer.ts";

const choice: FieldInput = { kind: "choice", options: [{ value: "solved", help: "" }] };

function reading(said: { name?: string; description?: string; queue?: string; input?: FieldInput }) {
  const { name = "Outcome", description = "", queue = "", input = choice } = said;
  return proposedReading({ field: { name, description, input }, description: queue });
}

test("labels that judge the answer are learned with it, by the words of the question or the queue", () => {
  expect(reading({ queue: "Choose the label that fits the last answer." })).toEqual({
    turns: "whole",
    reason:
      "Proposed with the answer: “Outcome” asks about it, and nobody can judge what they have not read.",
  });
  expect(reading({ description: "Whether the reply was kind." }).turns).toBe("whole");
  const options = [{ value: "bad", help: "The answer is wrong." }];
  expect(reading({ input: { kind: "choice", options } }).turns).toBe("whole");
  expect(reading({ input: { kind: "boolean" } }).reason).toMatch(/^Proposed with the answer: yes and no/);
  expect(reading({ input: { kind: "integer", min: 1, max: 5 } }).turns).toBe("whole");
});

test("labels that name what a person wants are learned without it, and the way to the other is said", () => {
  const intent = reading({ name: "Intent", description: "What the person wants. Answer quickly." });
  expect(intent.turns).toBe("before");
  expect(intent.reason).toMatch(/^Proposed up to the answer: “Intent” .* let the model read it, too\.$/);
});
