import { expect, test } from "vitest";
import { templateTurns } from "./template-turns.ts";

const TURNS = [
  { role: "system", text: "Be kind." },
  { role: "user", text: "Who is\nthere?" },
];

test.each([
  [
    "ChatML",
    "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nWho is\nthere?<|im_end|>\n<|im_start|>assistant\n",
  ],
  [
    "Llama 3",
    "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe kind.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nWho is\nthere?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
  ],
  ["Phi", "<|system|>\nBe kind.<|end|>\n<|user|>\nWho is\nthere?<|end|>\n<|assistant|>\n"],
  ["Zephyr", "<|system|>\nBe kind.</s>\n<|user|>\nWho is\nthere?</s>\n<|assistant|>\n"],
])("the turns of a prompt are read without the marks of %s", (_, prompt) => {
  expect(templateTurns(prompt)).toEqual(TURNS);
});

test("Gemma's model is the assistant, and what it said before stays", () => {
  const prompt =
    "<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>\n<start_of_turn>user\nBye<end_of_turn>\n<start_of_turn>model\n";
  expect(templateTurns(prompt)).toEqual([
    { role: "user", text: "Hi" },
    { role: "assistant", text: "Hello" },
    { role: "user", text: "Bye" },
  ]);
});

test("an unknown template gives null", () => {
  expect(templateTurns("### User: hi\n### Bot:")).toBeNull();
});
