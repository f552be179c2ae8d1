import { expect, test } from "vitest";
import { whatIsMissing } from "./what-is-missing.ts";

test("a preview says what keeps its rows from being of use", () => {
  expect(whatIsMissing("sft", { candidates: 0, train: 0, heldOut: 0 })).toMatch(/nothing to take/);
  expect(whatIsMissing("sft", { candidates: 4, train: 0, heldOut: 0 })).toMatch(/nothing to build/);
  expect(whatIsMissing("prompts", { candidates: 4, train: 0, heldOut: 1 })).toMatch(/nothing to train on/);
  expect(whatIsMissing("eval", { candidates: 4, train: 0, heldOut: 4 })).toBeNull();
  expect(whatIsMissing("sft", { candidates: 4, train: 3, heldOut: 0 })).toBeNull();
});
