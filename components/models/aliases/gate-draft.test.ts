import { expect, test } from "vitest";
import { draftOf, type GateDraft, gateFaults, gateInput } from "./gate-draft.ts";

const line = { evaluationId: "e1", metric: "exact_match", amount: "0" };

test("what is typed is what is sent, and what stands is what is shown to change", () => {
  const draft: GateDraft = {
    alias: "production",
    target: { ...line, amount: "0.02" },
    guards: [{ ...line, metric: "latency_ms", amount: "200" }],
    needsApproval: true,
  };
  const input = gateInput(draft);
  expect(input).toEqual({
    alias: "production",
    target: { evaluationId: "e1", metric: "exact_match", minGain: 0.02 },
    guards: [{ evaluationId: "e1", metric: "latency_ms", margin: 200 }],
    needsApproval: true,
  });
  if (!input) throw new Error("Nothing is sent");
  expect(draftOf({ ...input, updatedBy: "ada", updatedAt: new Date(0) })).toEqual(draft);
});

test("each line says what is missing, and nothing is sent until it is complete", () => {
  const draft: GateDraft = {
    alias: "step7",
    target: { ...line, evaluationId: null },
    guards: [line, { ...line, amount: "-1" }, { ...line, metric: null }],
    needsApproval: false,
  };
  expect(gateFaults(draft)).toEqual({
    alias: expect.stringContaining("already points to a step"),
    target: { evaluationId: "Choose an evaluation." },
    guards: [{}, { amount: "Enter a number from 0." }, { metric: "Choose a metric." }],
  });
  expect(gateInput(draft)).toBeNull();
});
