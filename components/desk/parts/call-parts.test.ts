import { expect, test } from "vitest";
import { partsOf } from "./call-parts.ts";
import { roughSize } from "./rough-size.ts";

const CALL = {
  inputs: { messages: [{ role: "user", content: "Hi" }], city: "Rome" },
  output: { role: "assistant", content: "Hello", score: 1 },
  attributes: { model: "tiny" },
  summary: {},
};

const labels = (displayFields: string[], isWhole = false) =>
  partsOf(CALL, displayFields, isWhole).map(({ label, isJudged, views }) => [
    label,
    isJudged,
    views.join(" "),
  ]);

test("a queue's fields are shown in its order and nothing else, each once", () => {
  expect(labels(["output.content", "inputs.city", "output.content", "attributes"])).toEqual([
    ["output.content", true, "read raw"],
    ["inputs.city", false, "read raw"],
    ["attributes", false, "tree raw"],
  ]);
});

test("without chosen fields the conversation is shown, and as data what is none", () => {
  expect(labels([])).toEqual([["Conversation", true, "read tree raw"]]);
  const odd = partsOf({ ...CALL, output: { score: 1 } }, [], false);
  expect(odd.map(({ label, isJudged }) => [label, isJudged])).toEqual([
    ["Conversation", false],
    ["output", true],
  ]);
});

test("the whole call has its conversation and everything that was recorded", () => {
  expect(labels(["output.score"], true).map(([label]) => label)).toEqual([
    "Conversation",
    "inputs",
    "output",
    "attributes",
    "summary",
  ]);
});

test.each([[null], ["plain"], [{ a: [1, true, null, "text"], b: {} }], [[]]])(
  "the size of %j is about that of its JSON",
  (value) => {
    expect(Math.abs(roughSize(value) - JSON.stringify(value).length)).toBeLessThan(15);
  },
);

test("the size of what is large is about right, and of what never ends found at once", () => {
  const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, note: "x".repeat(100) }));
  expect(roughSize(rows) / JSON.stringify(rows).length).toBeCloseTo(1, 1);
  const circle: unknown[] = ["x".repeat(1_000_000)];
  circle.push(circle, circle);
  expect(roughSize(circle)).toBeGreaterThan(1_000_000);
});
