import { expect, test } from "vitest";
import { callValueAt } from "./call-value-at.ts";

const CALL = {
  inputs: { messages: [{ content: "Hi" }], prompt: null },
  output: "Hello",
  attributes: { model: "tiny" },
  summary: undefined,
};

test.each([
  ["output", "Hello"],
  ["inputs.messages.0.content", "Hi"],
  ["input.messages.0.content", "Hi"],
  ["inputs.prompt", null],
  ["inputs.prompt.x", undefined],
  ["attributes.model", "tiny"],
  ["summary.usage", undefined],
  ["output.length", undefined],
  ["inputs.constructor", undefined],
  ["constructor", undefined],
])("at %s stands %j", (path, value) => {
  expect(callValueAt(CALL, path)).toEqual(value);
});
