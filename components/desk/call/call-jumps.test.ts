import { expect, test } from "vitest";
import { partsOf } from "#components/desk/parts/call-parts.ts";
import { placesOfErrors, placesOfToolCalls } from "./call-jumps.ts";

test("tool calls and failures are found in the order in which they are shown", () => {
  const call = (id: string) => ({ id, function: { name: "find", arguments: "{}" } });
  const messages = [
    { role: "user", content: "Go" },
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    { role: "tool", tool_call_id: "b", content: '{"error":"no"}' },
    { role: "tool", tool_call_id: "a", content: "fine" },
    { role: "tool", tool_call_id: "lost", content: "Error: who asked?" },
    { role: "assistant", content: "Error: is a word here", tool_calls: [call("c")] },
  ];
  const parts = partsOf(
    { inputs: { messages }, output: "Done", attributes: {}, summary: {} },
    ["inputs.messages"],
    false,
  );
  const place = "field inputs.messages";
  expect(placesOfToolCalls(parts)).toEqual([`${place}/m1/t0`, `${place}/m1/t1`, `${place}/m5/t0`]);
  expect(placesOfErrors(parts)).toEqual([`${place}/m1/t1`, `${place}/m4`]);
});

test("what was done for the answer stands between what was asked and the answer", () => {
  const card = (isError: boolean) => ({
    call: { id: null, name: "find", arguments: {} },
    result: { parts: [], isError },
  });
  const made = [false, true].map((isError, i) => ({
    id: `${i}`,
    card: card(isError),
    depth: 0,
    asksModel: false,
  }));
  const call = { id: "a", function: { name: "find", arguments: "{}" } };
  const messages = [
    { role: "user", content: "Go" },
    { role: "assistant", content: null, tool_calls: [call] },
  ];
  const output = { role: "assistant", content: null, tool_calls: [call] };
  const parts = partsOf({ inputs: { messages }, output, attributes: {}, summary: {} }, [], false);
  expect(placesOfToolCalls(parts, made)).toEqual([
    "conversation/m1/t0",
    "made/c0",
    "made/c1",
    "conversation/m2/t0",
  ]);
  expect(placesOfErrors(parts, made)).toEqual(["made/c1"]);
  expect(placesOfToolCalls([], made)).toEqual(["made/c0", "made/c1"]);
});
