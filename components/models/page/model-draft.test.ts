import { expect, test } from "vitest";
import { type ModelDraft, modelDraftFaults, trainingOf } from "./model-draft.ts";

const GOOD: ModelDraft = { name: "agent", baseModel: "spindle-mini", mode: "lora", rank: "8", alpha: "16" };

test("a complete draft has no fault and becomes what the service takes", () => {
  expect(modelDraftFaults(GOOD)).toEqual({});
  expect(trainingOf(GOOD)).toEqual({ mode: "lora", rank: 8, alpha: 16 });
});

test.each([
  ["no name", { name: "" }, "name"],
  ["a name with a slash, which means something in references", { name: "a/b" }, "name"],
  ["no base model", { baseModel: null }, "baseModel"],
  ["a rank of 0", { rank: "0" }, "rank"],
  ["half a rank", { rank: "1.5" }, "rank"],
  ["no alpha", { alpha: "" }, "alpha"],
  ["an alpha that is not a number", { alpha: "much" }, "alpha"],
])("%s is a fault of its field", (_, part, field) => {
  expect(Object.keys(modelDraftFaults({ ...GOOD, ...part }))).toEqual([field]);
});

test("training all weights has neither rank nor alpha, whatever was typed before", () => {
  const draft: ModelDraft = { ...GOOD, mode: "full", rank: "none", alpha: "" };
  expect(modelDraftFaults(draft)).toEqual({});
  expect(trainingOf(draft)).toEqual({ mode: "full" });
});
