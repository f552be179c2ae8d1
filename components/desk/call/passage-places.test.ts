import { expect, test } from "vitest";
import { partsOf, withMarking } from "#components/desk/parts/call-parts.ts";
import { callValueAt } from "#lib/contract/traces/call-value-at.ts";
import { passagePlaces } from "./passage-places.ts";

const CALL = {
  inputs: {
    system: "Be short.",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Hi" },
          { type: "image_url", image_url: "x" },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "t", function: { name: "look", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "t", content: "found" },
    ],
  },
  output: { choices: [{ message: { role: "assistant", content: "Bye", reasoning_content: "Hm" } }] },
  attributes: {},
  summary: {},
};

test("every text of a conversation has the path at which it stands in the call", () => {
  const places = passagePlaces(withMarking(partsOf(CALL, [], false)));
  expect(places.map(({ path, isJudged }) => [path, callValueAt(CALL, path), isJudged])).toEqual([
    ["inputs.system", "Be short.", false],
    ["inputs.messages.0.content.0.text", "Hi", false],
    ["inputs.messages.2.content", "found", false],
    ["output.choices.0.message.reasoning_content", "Hm", true],
    ["output.choices.0.message.content", "Bye", true],
  ]);
  expect(places.map(({ anchor }) => anchor)).toEqual([
    "conversation/m0/p0",
    "conversation/m1/p0",
    "conversation/m2/t0/result/p0",
    "conversation/m4/p0",
    "conversation/m4/p1",
  ]);
});

test("a field that is a text by itself can be marked, under the name that calls have for it", () => {
  const call = { ...CALL, inputs: { note: "as it is" } };
  const places = passagePlaces(withMarking(partsOf(call, ["input.note", "attributes"], false)));
  expect(places.map(({ path }) => path)).toEqual(["inputs.note"]);
});
