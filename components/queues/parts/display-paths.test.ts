import { expect, test } from "vitest";
import { displayPaths } from "./display-paths.ts";

test("paths of all calls are offered once, shallow ones first", () => {
  const calls = [
    { inputs: { messages: [{ role: "user" }], options: { temperature: 0 } }, output: "yes" },
    { inputs: { messages: [] }, output: { text: "no" } },
  ];
  expect(displayPaths(calls)).toEqual([
    "inputs",
    "output",
    "inputs.messages",
    "inputs.options",
    "output.text",
    "inputs.options.temperature",
  ]);
});

test("what a call lacks is not offered, nor a key that a dotted path cannot name", () => {
  expect(displayPaths([{ inputs: { "a.b": 1, c: null }, output: null }])).toEqual(["inputs"]);
});
