import { expect, test } from "vitest";
import { textOf, withoutHistory } from "./message.ts";
import { readMessages } from "./read-messages.ts";

/** Each message as `role: text`, which is what a reader sees first. */
function read(inputs: unknown, output: unknown): string[] {
  return readMessages(inputs, output).map((message) => `${message.role}: ${textOf(message)}`);
}

const ASKED = { messages: [{ role: "user", content: "Where is my parcel?" }] };

test("chat messages and a chat completion read as one conversation", () => {
  const output = { choices: [{ index: 0, message: { role: "assistant", content: "Tomorrow." } }] };
  expect(read(ASKED, output)).toEqual(["user: Where is my parcel?", "assistant: Tomorrow."]);
});

test.each([
  ["a bare text", "Tomorrow."],
  ["a message", { role: "assistant", content: "Tomorrow." }],
  ["a list of messages", [{ role: "assistant", content: [{ type: "text", text: "Tomorrow." }] }]],
  [
    "a list of output items",
    {
      output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Tomorrow." }] }],
    },
  ],
  ["a named answer", { answer: "Tomorrow.", score: 1 }],
  ["a text completion", { choices: [{ text: "Tomorrow." }] }],
])("an answer as %s is the assistant's", (_, output) => {
  expect(read(ASKED, output)).toEqual(["user: Where is my parcel?", "assistant: Tomorrow."]);
});

test("speakers of dialogues get the roles that everyone knows", () => {
  const inputs = {
    conversations: [
      { from: "human", value: "Hi" },
      { from: "gpt", value: "Hello" },
      { speaker: "User", text: "Bye" },
    ],
  };
  expect(read(inputs, null)).toEqual(["user: Hi", "assistant: Hello", "user: Bye"]);
});

test("a question in plain text comes after the instructions", () => {
  expect(read({ instructions: "Be brief.", question: "Why?" }, "Because.")).toEqual([
    "system: Be brief.",
    "user: Why?",
    "assistant: Because.",
  ]);
});

test("tool calls carry their arguments as data, whatever the provider", () => {
  const call = { id: "a", type: "function", function: { name: "find", arguments: '{"city":"Rome"}' } };
  const chat = readMessages(ASKED, { role: "assistant", content: null, tool_calls: [call] });
  expect(chat.at(-1)?.toolCalls).toEqual([{ id: "a", name: "find", arguments: { city: "Rome" } }]);
  const parts = [{ type: "tool_use", id: "a", name: "find", input: { city: "Rome" } }];
  const content = readMessages(ASKED, { role: "assistant", content: parts });
  expect(content.at(-1)?.toolCalls).toEqual(chat.at(-1)?.toolCalls);
  const items = readMessages(
    { input: [{ type: "function_call", call_id: "a", name: "find", arguments: "{broken" }] },
    null,
  );
  expect(items[0]?.toolCalls).toEqual([{ id: "a", name: "find", arguments: "{broken" }]);
});

test("data that are not a conversation give no message", () => {
  expect(readMessages({ city: "Rome", seats: 2 }, [{ address: "Via Roma 1" }])).toEqual([]);
  expect(readMessages({ messages: [{ role: "user", content: "Hi" }, 7] }, 42)).toEqual([]);
  expect(readMessages(null, undefined)).toEqual([]);
});

test("an output that repeats the conversation is shown from where it continues", () => {
  const output = { messages: [...ASKED.messages, { role: "assistant", content: "Tomorrow." }] };
  expect(read(ASKED, output)).toEqual(["user: Where is my parcel?", "assistant: Tomorrow."]);
});

test("a later turn shows only what it added to the conversation", () => {
  const first = readMessages(ASKED, { role: "assistant", content: "Tomorrow." });
  const history = [
    ...ASKED.messages,
    { role: "assistant", content: "Tomorrow." },
    { role: "user", content: "When?" },
  ];
  const second = readMessages({ messages: history }, "At noon.");
  expect(withoutHistory(second, first).map(textOf)).toEqual(["When?", "At noon."]);
});

test("a turn that says the same again still shows its own message and answer", () => {
  const turn = readMessages(ASKED, "Tomorrow.");
  expect(withoutHistory(turn, turn).map(textOf)).toEqual(["Where is my parcel?", "Tomorrow."]);
});
