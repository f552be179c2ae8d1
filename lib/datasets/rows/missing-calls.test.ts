import { expect, test } from "vitest";
import { type MadeCall, MissingCalls, madeUse } from "./missing-calls.ts";

const made = (name: string, inputs: unknown, output: unknown, hasFailed = false): MadeCall => ({
  ...{ name, inputs, output, hasFailed },
});
function countMissingCalls(answered: { inputs: unknown; output: unknown }, made: readonly MadeCall[]) {
  const missing = new MissingCalls(answered);
  for (const use of made.flatMap((one) => madeUse(one) ?? [])) missing.take(use);
  return missing.count;
}
const says = (role: string, content: string) => ({ role, content });
const TURN = {
  inputs: { messages: [says("user", "A table for two, please.")] },
  output: says("assistant", "Their phone number is 408-247-8880."),
};
const RESERVE = made("Restaurants_1.ReserveRestaurant", { seats: 2 }, [{ phone: "408-247-8880" }]);

test("calls that an answer rests on are counted, and not the model that gave it", () => {
  const model = made("openai.chat.completions.create", TURN.inputs, {
    choices: [{ message: TURN.output }],
  });
  const wrapper = made("answer_with_model", { prompt: "A table" }, TURN.output.content);
  const retrieval = made("search", { query: "table" }, { documents: ["Da Enzo"] });
  expect(countMissingCalls(TURN, [])).toBe(0);
  expect(countMissingCalls(TURN, [model, wrapper])).toBe(0);
  expect(countMissingCalls(TURN, [RESERVE, model, wrapper, retrieval])).toBe(2);
});

test("retrieval that was handed the conversation is counted, and a model is not, whatever it gave", () => {
  const asked = (inputs: Record<string, unknown>, output: unknown, hasFailed = false) =>
    countMissingCalls(TURN, [made("asked", { ...TURN.inputs, ...inputs }, output, hasFailed)]);
  expect(asked({ k: 3 }, [{ doc: "143" }])).toBe(1);
  expect(asked({ k: 3 }, { documents: [{ text: "Da Enzo" }] })).toBe(1);
  expect(asked({}, "A plan of what to do")).toBe(0);
  expect(asked({}, { choices: [{ message: says("assistant", "A plan") }] })).toBe(0);
  expect(asked({}, null, true)).toBe(0);
  expect(asked({ model: "gpt-5" }, [{ delta: "A" }, { delta: " plan" }])).toBe(0);
});

test("a call that the messages show with its result is not missing, and one that failed there or gave more is", () => {
  const used = {
    role: "assistant",
    content: null,
    tool_calls: [
      { id: "a", type: "function", function: { name: "ReserveRestaurant", arguments: '{"seats":2}' } },
    ],
  };
  const result = { role: "tool", tool_call_id: "a", content: '[{"phone":"408-247-8880"}]' };
  const inputs = { messages: [...TURN.inputs.messages, used, result] };
  const turn = { ...TURN, inputs };
  expect(countMissingCalls(turn, [RESERVE])).toBe(0);
  expect(countMissingCalls(turn, [RESERVE, RESERVE])).toBe(1);
  expect(countMissingCalls(turn, [{ ...RESERVE, inputs: { seats: 3 } }])).toBe(1);
  expect(countMissingCalls(turn, [{ ...RESERVE, output: null, hasFailed: true }])).toBe(1);
  expect(countMissingCalls({ ...TURN, inputs: { messages: inputs.messages.slice(0, 2) } }, [RESERVE])).toBe(
    1,
  );
});
