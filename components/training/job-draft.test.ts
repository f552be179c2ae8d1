import { expect, test } from "vitest";
import { type JobDraft, jobDraftFaults, jobInput } from "./job-draft.ts";

const GOOD: JobDraft = { learningRate: "0.001", batchSize: "4", assistantTurns: "all" };

test("a complete draft has no fault and becomes what the service takes", () => {
  expect(jobDraftFaults(GOOD)).toEqual({});
  expect(jobInput("model-1", { trainingDataUrl: "file-1" }, GOOD)).toEqual({
    modelId: "model-1",
    trainingDataUrl: "file-1",
    config: { learningRate: 0.001, batchSize: 4, assistantTurns: "all" },
  });
  expect(jobDraftFaults({ ...GOOD, learningRate: "5e-5" })).toEqual({});
});

test.each([
  ["no rate", { learningRate: "" }, "learningRate"],
  ["a rate of 0, which learns nothing", { learningRate: "0" }, "learningRate"],
  ["a rate that is no number", { learningRate: "auto" }, "learningRate"],
  ["no batch size", { batchSize: "" }, "batchSize"],
  ["half a row", { batchSize: "2.5" }, "batchSize"],
])("%s is a fault of its field", (_, part, field) => {
  expect(Object.keys(jobDraftFaults({ ...GOOD, ...part }))).toEqual([field]);
});

test("a draft without data or with a fault is no job yet", () => {
  expect(jobInput("model-1", null, GOOD)).toBeNull();
  expect(jobInput("model-1", { trainingDataUrl: "file-1" }, { ...GOOD, batchSize: "0" })).toBeNull();
});
