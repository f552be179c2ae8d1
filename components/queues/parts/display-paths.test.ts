import { expect, test } from "vitest";
import { displayPaths, foldedPaths } from "./display-paths.ts";

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

test("of many paths the usual ones are offered at once and the others after them, and none is lost", () => {
  const settings = [
    "inputs.model",
    "inputs.seed",
    "inputs.temperature",
    "output.id",
    "output.usage",
    "output.system_fingerprint",
  ];
  const paths = ["inputs", "output", "inputs.messages", "output.choices", ...settings];
  expect(foldedPaths(paths, [])).toEqual({
    first: ["inputs", "output", "inputs.messages", "output.choices"],
    more: settings,
  });
  const { first, more } = foldedPaths(paths, ["output.usage"]);
  expect(first).toContain("output.usage");
  expect([...first, ...more].sort()).toEqual([...paths].sort());
  expect(foldedPaths(settings, [])).toEqual({ first: settings, more: [] });
});
