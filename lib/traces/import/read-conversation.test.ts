import { expect, test } from "vitest";
import { exchangesOf } from "./conversation.ts";
import { readConversation } from "./read-conversation.ts";

const read = (record: unknown) => readConversation(JSON.stringify(record));
const said = (role: string, content: string) => ({ role, content });
/** What was asked and answered in each exchange. */
const talk = (record: unknown) =>
  exchangesOf(read(record)).map(({ messages, answer }) => [messages.at(-1)?.content, answer.content]);

test("chat messages become one exchange for each answered question, with all that was said before", () => {
  const messages = [
    said("system", "Be kind."),
    said("user", "Hi"),
    said("assistant", "Hello"),
    said("user", "And"),
    said("user", "you?"),
    said("assistant", "Fine"),
    said("user", "Bye"),
  ];
  const exchanges = exchangesOf(read({ messages }));
  expect(exchanges.map((exchange) => exchange.messages)).toEqual([
    messages.slice(0, 2),
    messages.slice(0, 5),
  ]);
  expect(exchanges.map(({ answer }) => answer)).toEqual([messages[2], messages[5]]);
});

test("a greeting before the first question is part of what was said before", () => {
  const messages = [said("assistant", "How can I help?"), said("user", "Hi"), said("assistant", "Hello")];
  expect(exchangesOf(read({ messages }))[0]?.messages).toEqual(messages.slice(0, 2));
});

test("tool calls of a turn carry their arguments and what came back, ids used again included", () => {
  const use = (name: string, args: unknown) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id: "call_1", type: "function", function: { name, arguments: args } }],
  });
  const result = (content: string) => ({ role: "tool", tool_call_id: "call_1", content });
  const messages = [
    said("user", "Weather?"),
    use("find_city", '{"name":"Rome"}'),
    result("41.9"),
    use("weather", "no JSON"),
    result("sunny"),
    said("assistant", "Sunny."),
  ];
  const [exchange] = exchangesOf(read({ messages, tools: [{ type: "function" }] }));
  expect(exchange?.tools).toEqual([
    { name: "find_city", inputs: { name: "Rome" }, output: "41.9" },
    { name: "weather", inputs: { arguments: "no JSON" }, output: "sunny" },
  ]);
  expect(exchange?.messages).toEqual(messages.slice(0, 5));
  expect(exchange?.answer.content).toBe("Sunny.");
});

test("the older function calls are read, too", () => {
  const messages = [
    said("user", "Weather?"),
    { role: "assistant", content: null, function_call: { name: "weather", arguments: "{}" } },
    { role: "function", name: "weather", content: "sunny" },
    said("assistant", "Sunny."),
  ];
  expect(exchangesOf(read({ messages }))[0]?.tools).toEqual([
    { name: "weather", inputs: {}, output: "sunny" },
  ]);
});

test.each([
  ["a text", "Hello"],
  ["a message", said("assistant", "Hello")],
  ["a message without a role", { content: "Hello" }],
  ["a list of messages", [said("assistant", "Hello")]],
  ["a whole completion", { choices: [{ message: said("assistant", "Hello") }] }],
])("input and output make a conversation where the output is %s", (_, output) => {
  expect(talk({ input: [said("user", "Hi")], output })).toEqual([["Hi", "Hello"]]);
  expect(talk({ input: "Hi", output })).toEqual([["Hi", "Hello"]]);
});

test("ShareGPT's speakers become roles, its function calls tools", () => {
  const record = {
    id: "7",
    system: "Be kind.",
    conversations: [
      { from: "human", value: "Weather?" },
      { from: "function_call", value: '{"name": "weather", "arguments": {"city": "Rome"}}' },
      { from: "observation", value: "sunny" },
      { from: "gpt", value: "Sunny." },
    ],
  };
  const conversation = read(record);
  const [exchange] = exchangesOf(conversation);
  expect(exchange?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  expect(exchange?.tools).toEqual([{ name: "weather", inputs: { city: "Rome" }, output: "sunny" }]);
  expect(exchange?.answer).toEqual(said("assistant", "Sunny."));
  expect(conversation).toMatchObject({ format: "sharegpt", threadId: null, attributes: { id: "7" } });
});

test("dialogues keep their name and services, and service calls become tools", () => {
  const conversation = read({
    dialogue_id: "1_00000",
    services: ["Restaurants_2"],
    turns: [
      { speaker: "user", text: "A table, please." },
      {
        speaker: "system",
        text: "Done.",
        service_calls: [
          {
            service: "Restaurants_2",
            method: "Reserve",
            parameters: { seats: "2" },
            results: [{ ok: "True" }],
          },
        ],
      },
    ],
  });
  expect(conversation).toMatchObject({ threadId: "1_00000", attributes: { services: ["Restaurants_2"] } });
  expect(exchangesOf(conversation)).toMatchObject([
    {
      messages: [said("user", "A table, please.")],
      answer: said("assistant", "Done."),
      tools: [{ name: "Restaurants_2.Reserve", inputs: { seats: "2" }, output: [{ ok: "True" }] }],
    },
  ]);
});

test.each([
  ["", "it is not JSON"],
  ['{"messages": [', "it is not JSON"],
  ["[1]", "it is not a JSON object"],
  ["{}", 'it has none of "messages", "conversations", "turns", or "input" with "output"'],
  ['{"messages": 1}', '"messages" is not a list of messages'],
  ['{"messages": [{"content": "x"}]}', 'messages[0] is not an object with a "role"'],
  ['{"messages": [{"role": "user", "content": "x"}]}', "no user message is followed by an assistant message"],
  ['{"messages": []}', "no user message is followed by an assistant message"],
  ['{"input": "x", "output": 1}', '"output" is neither a text nor a message'],
  [
    '{"conversations": [{"from": "alien", "value": "x"}]}',
    'conversations[0] has no known "from" with a text as "value"',
  ],
  ['{"turns": [{"speaker": "user"}]}', 'turns[0] has no "text"'],
  [
    '{"turns": [{"speaker": "bot", "text": "x"}]}',
    'turns[0] has the speaker "bot"; user, system and assistant are known',
  ],
])("the line %s is bad, and the reason is said", (line, reason) => {
  expect(() => readConversation(line)).toThrow(reason);
});
