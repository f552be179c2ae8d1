import { expect, test } from "vitest";
import { type CallView, partsOf } from "#components/desk/parts/call-parts.ts";
import { findTexts } from "./call-find-texts.ts";

const CALL = {
  inputs: {
    messages: [
      { role: "user", content: "Where is it?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", function: { name: "track", arguments: '{"no":7}' } }],
      },
      { role: "tool", tool_call_id: "a", content: '{"city":"Rome"}' },
    ],
  },
  output: "In Rome.",
  attributes: {},
  summary: {},
};

const texts = (view: CallView) => partsOf(CALL, [], false).flatMap((part) => [...findTexts(part, view)]);

test("what is read is searched message by message, inside folded cards as well", () => {
  expect(texts("read").map(({ anchor, text }) => [anchor, text])).toEqual([
    ["conversation/m0/p0", "Where is it?"],
    ["conversation/m1/t0/name", "track"],
    ["conversation/m1/t0/arguments/no#name", "no"],
    ["conversation/m1/t0/arguments/no#value", "7"],
    ["conversation/m1/t0/result/p0/city#name", "city"],
    ["conversation/m1/t0/result/p0/city#value", "Rome"],
    ["conversation/m3/p0", "In Rome."],
  ]);
});

test("a tree is searched by its names and values, the raw text as a whole", () => {
  const tree = texts("tree").map(({ text }) => text);
  expect(tree).toContain("messages");
  expect(tree).toContain('{"city":"Rome"}');
  expect(tree).not.toContain("0");
  expect(texts("raw").map(({ text }) => text)).toEqual([
    JSON.stringify({ inputs: CALL.inputs, output: CALL.output }, null, 2),
  ]);
});
