import { expect, test } from "vitest";
import { type JobDraft, jobDraftFaults, sftConfigOf, stepsOf } from "./job-draft.ts";

const GOOD: JobDraft = { learningRate: "0.001", batchSize: "4", assistantTurns: "all" };

test("a complete draft has no fault and becomes what the service takes", () => {
  expect(jobDraftFaults(GOOD)).toEqual({});
  expect(sftConfigOf(GOOD)).toEqual({ learningRate: 0.001, batchSize: 4, assistantTurns: "all" });
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

test("the last batch may be smaller, and is a step all the same", () => {
  expect(stepsOf(200, GOOD)).toBe(50);
  expect(stepsOf(201, GOOD)).toBe(51);
  expect(stepsOf(200, { ...GOOD, batchSize: "" })).toBeNull();
});
