import { expect, test } from "vitest";
import { type JobDraft, jobDraftFaults, jobInputs, MAX_JOBS, newDraft } from "./job-draft.ts";

const GOOD: JobDraft = {
  ...newDraft({ mode: "lora", parameters: 0 }),
  learningRate: "0.001",
  batchSize: "4",
};

test("a complete draft has no fault and becomes what the service takes", () => {
  expect(jobDraftFaults(GOOD)).toEqual({});
  expect(jobInputs("model-1", "file-1", { ...GOOD, name: " Refunds ", tags: "a, b,a," })).toEqual([
    {
      modelId: "model-1",
      trainingDataUrl: "file-1",
      config: { learningRate: 0.001, batchSize: 4, assistantTurns: "all" },
      name: "Refunds",
      tags: ["a", "b"],
      note: "",
      group: "",
    },
  ]);
  expect(jobDraftFaults({ ...GOOD, learningRate: "5e-5" })).toEqual({});
});

test("several values make a job for each pair of them, with the values in its name", () => {
  const jobs = jobInputs("model-1", "file-1", {
    ...GOOD,
    learningRate: "0.001, 0.0003 0.001",
    batchSize: "2,4",
    name: "Refunds",
  });
  expect(jobs.map(({ name, config }) => [name, config?.learningRate, config?.batchSize])).toEqual([
    ["Refunds, rate 0.001, batch 2", 0.001, 2],
    ["Refunds, rate 0.001, batch 4", 0.001, 4],
    ["Refunds, rate 0.0003, batch 2", 0.0003, 2],
    ["Refunds, rate 0.0003, batch 4", 0.0003, 4],
  ]);
  const batchSize = Array.from({ length: MAX_JOBS + 1 }, (_, i) => i + 1).join(",");
  expect(jobDraftFaults({ ...GOOD, batchSize }).learningRate).toMatch(/25 jobs; at most 24/);
});

test.each([
  ["no rate", { learningRate: "" }, "learningRate"],
  ["a rate of 0, which learns nothing", { learningRate: "0" }, "learningRate"],
  ["a rate that is not a number", { learningRate: "auto" }, "learningRate"],
  ["one bad rate among good ones", { learningRate: "0.1, 3" }, "learningRate"],
  ["no batch size", { batchSize: "" }, "batchSize"],
  ["half a row", { batchSize: "2.5" }, "batchSize"],
  ["a tag like a sentence", { tags: "x".repeat(65) }, "labels"],
])("%s is a fault of its field", (_, part, field) => {
  expect(Object.keys(jobDraftFaults({ ...GOOD, ...part }))).toEqual([field]);
});

test("a draft without data or with a fault gives no job yet", () => {
  expect(jobInputs("model-1", null, GOOD)).toEqual([]);
  expect(jobInputs("model-1", "file-1", { ...GOOD, batchSize: "0" })).toEqual([]);
});
