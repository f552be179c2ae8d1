import { expect, test } from "vitest";
import { parseToolCalls, toolCallForm } from "./tool-calls.internal.ts";

test("calls in tags are taken out of the content, with their arguments as they were written", () => {
  const text = `Let me see.\n<tool_call>\n{"name": "add", "arguments": {"a": 1.0, "id": 12345678901234567890}}\n</tool_call>\n<tool_call>{"arguments":{},"name":"now"}</tool_call>`;
  expect(parseToolCalls(text, "hermes")).toEqual({
    content: "Let me see.",
    toolCalls: [
      { name: "add", arguments: '{"a": 1.0, "id": 12345678901234567890}' },
      { name: "now", arguments: "{}" },
    ],
  });
});

test("a reply of calls alone has no content, and an empty reply has none either", () => {
  expect(parseToolCalls('<tool_call>{"name": "now"}</tool_call>', "hermes")).toEqual({
    content: null,
    toolCalls: [{ name: "now", arguments: "{}" }],
  });
  expect(parseToolCalls("", "hermes")).toEqual({ content: null, toolCalls: [] });
});

test("arguments may hold tags, braces, quotes and the word arguments", () => {
  const given = { text: 'a </tool_call> {"arguments": [1]} \\ " <tool_call>', arguments: { arguments: 2 } };
  const text = `<tool_call>${JSON.stringify({ arguments: given, name: "say" })}</tool_call>`;
  const { content, toolCalls } = parseToolCalls(text, "hermes");
  expect(content).toBeNull();
  expect(toolCalls.map(({ name }) => name)).toEqual(["say"]);
  expect(JSON.parse(toolCalls[0]?.arguments ?? "")).toEqual(given);
});

test("a call whose closing tag was never sampled still counts", () => {
  expect(parseToolCalls('<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n', "hermes").toolCalls).toEqual([
    { name: "f", arguments: '{"a": 1}' },
  ]);
});

test.each([
  '<tool_call>{"name": "f", "arguments": {"a": </tool_call>',
  "<tool_call>nothing</tool_call>",
  '<tool_call>{"arguments": {}}</tool_call>',
  '<tool_call>{"name": "f", "arguments": [1]}</tool_call>',
  "just words",
  '{"name": "f", "parameters": {}}',
  " leading and trailing space ",
])("what is not a call stays content: %s", (text) => {
  expect(parseToolCalls(text, "hermes")).toEqual({ content: text, toolCalls: [] });
});

test("arguments that a model wrote as a string are that string", () => {
  const text = '<tool_call>{"name": "f", "arguments": "{\\"a\\": 1}"}</tool_call>';
  expect(parseToolCalls(text, "hermes").toolCalls).toEqual([{ name: "f", arguments: '{"a": 1}' }]);
});

test("a reply that is one JSON call, with or without its tag, is a call in the form of Llama 3", () => {
  const call = { content: null, toolCalls: [{ name: "f", arguments: '{"a": [1, 2]}' }] };
  expect(parseToolCalls('{"name": "f", "parameters": {"a": [1, 2]}}', "llama3")).toEqual(call);
  expect(parseToolCalls('<|python_tag|>{"name": "f", "parameters": {"a": [1, 2]}}', "llama3")).toEqual(call);
  for (const text of ['{"name": "Ada"', 'See: {"name": "f", "parameters": {}}', '{"age": 7}'])
    expect(parseToolCalls(text, "llama3")).toEqual({ content: text, toolCalls: [] });
});

test("a model without a known form writes no calls", () => {
  const text = '<tool_call>{"name": "f"}</tool_call>';
  expect(parseToolCalls(text, null)).toEqual({ content: text, toolCalls: [] });
  expect(toolCallForm("{{ messages }}")).toBeNull();
});

test("a reply of nothing but tags stays content", () => {
  const text = "<tool_call></tool_call>".repeat(20_000);
  expect(parseToolCalls(text, "hermes")).toEqual({ content: text, toolCalls: [] });
});
