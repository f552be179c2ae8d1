import { expect, test } from "vitest";
import { textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { isFailed, withResults } from "./tool-cards.ts";

const call = (id: string, name: string) => ({ id, type: "function", function: { name, arguments: "{}" } });

function cards(messages: unknown[]) {
  return withResults(readMessages({ messages }, null)).flatMap((shown) =>
    shown.cards.map(({ call: { name }, result }) => [
      name,
      result &&
        textOf({
          role: "tool",
          name: null,
          toolCalls: [],
          toolCallId: null,
          from: "inputs",
          parts: result.parts,
        }),
      result?.isError ?? false,
    ]),
  );
}

test("results stand with the calls that they answer, in whatever order they came", () => {
  const messages = [
    {
      role: "assistant",
      content: null,
      tool_calls: [call("a", "find"), call("b", "book"), call("c", "pay")],
    },
    { role: "tool", tool_call_id: "b", content: "booked" },
    { role: "tool", tool_call_id: "a", content: "found" },
    { role: "tool", tool_call_id: "z", content: "of no call" },
  ];
  expect(cards(messages)).toEqual([
    ["find", "found", false],
    ["book", "booked", false],
    ["pay", null, false],
  ]);
  const shown = withResults(readMessages({ messages }, null));
  expect(shown.map(({ message, index }) => [message.role, index])).toEqual([
    ["assistant", 0],
    ["tool", 3],
  ]);
});

test("results that travel as parts of a user's message are found, and the user's own words stay", () => {
  const messages = [
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "find", input: {} }] },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "a",
          is_error: true,
          content: [{ type: "text", text: "no such city" }],
        },
        { type: "text", text: "Try Rome." },
      ],
    },
    { role: "assistant", content: [{ type: "tool_use", id: "b", name: "find", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "Rome" }] },
  ];
  expect(cards(messages)).toEqual([
    ["find", "no such city", true],
    ["find", "Rome", false],
  ]);
  const said = withResults(readMessages({ messages }, null)).map(
    ({ message }) => `${message.role}: ${textOf(message)}`,
  );
  expect(said).toEqual(["assistant: ", "user: Try Rome.", "assistant: "]);
});

test("calls without ids are answered by name, the first first", () => {
  const made = (name: string) => ({
    role: "assistant",
    content: null,
    function_call: { name, arguments: "{}" },
  });
  const messages = [
    made("find"),
    made("book"),
    { role: "function", name: "book", content: "1" },
    { role: "function", name: "find", content: "2" },
  ];
  expect(cards(messages)).toEqual([
    ["find", "2", false],
    ["book", "1", false],
  ]);
});

test("an id that repeats is answered once for each call", () => {
  const turn = (text: string) => [
    { role: "assistant", content: null, tool_calls: [call("a", "find")] },
    { role: "tool", tool_call_id: "a", content: text },
  ];
  expect(cards([...turn("one"), ...turn("two")]).map(([, result]) => result)).toEqual(["one", "two"]);
});

test.each([
  ["Error: timed out", true],
  ["ValueError: bad city", true],
  ["Traceback (most recent call last)", true],
  ['{"error": "not found"}', true],
  ['{"isError": true}', true],
  ['{"error": null, "rows": []}', false],
  ["Errors are rare here.", false],
  ["No error.", false],
])("the result %j is a failure: %s", (text, failed) => {
  expect(isFailed({ parts: [{ kind: "text", text }] })).toBe(failed);
});
