import { expect, test } from "vitest";
import { pairsOfEqualPrompts } from "./equal-prompts.ts";

const asked = (text: string) => [{ role: "user", content: text }];
const call = (id: string, text: string, reply: string, more: object = {}) => ({
  id,
  inputs: { messages: asked(text), ...more },
  output: {
    id: `completion ${id}`,
    created: 1,
    choices: [{ message: { role: "assistant", content: reply } }],
  },
});

test("calls that answered one prompt differently are pairs, each call in one of them, whatever model was asked", () => {
  const calls = [
    call("a", "2 + 2?", "4", { model: "one", temperature: 0 }),
    call("b", "3 + 3?", "6"),
    call("c", "2 + 2?", "5", { model: "two", seed: 7 }),
    call("d", "2 + 2?", "four"),
    call("e", "3 + 3?", "7"),
  ];
  expect(pairsOfEqualPrompts(calls)).toEqual({
    pairs: [
      { callId: "a", pairCallId: "c" },
      { callId: "b", pairCallId: "e" },
    ],
    alone: 1,
  });
});

test("equal replies are no pair, and other tools make another prompt", () => {
  const tools = [{ type: "function", function: { name: "add" } }];
  const calls = [
    call("a", "2 + 2?", "4"),
    call("b", "2 + 2?", "4"),
    call("c", "2 + 2?", "5", { tools }),
    call("d", "2 + 2?", "6"),
  ];
  expect(pairsOfEqualPrompts(calls)).toEqual({ pairs: [{ callId: "a", pairCallId: "d" }], alone: 2 });
});

test("calls of other programs are compared by all that they were given but settings, in any order of keys", () => {
  const calls = [
    { id: "a", inputs: { question: "2 + 2?", topic: { kind: "sum", digits: 1 } }, output: "4" },
    { id: "b", inputs: { topic: { digits: 1, kind: "sum" }, question: "2 + 2?", model: "two" }, output: "5" },
    { id: "c", inputs: null, output: "5" },
    { id: "d", inputs: { question: "3 + 3?" } },
  ];
  expect(pairsOfEqualPrompts(calls)).toEqual({ pairs: [{ callId: "a", pairCallId: "b" }], alone: 2 });
});
