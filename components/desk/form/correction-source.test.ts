import { expect, test } from "vitest";
import { callValueAt } from "#lib/contract/traces/call-value-at.ts";
import { correctionSource } from "./correction-source.ts";

const call = (output: unknown) => ({ inputs: { messages: [] }, output, attributes: {}, summary: {} });

test.each([
  ["Tomorrow.", "output"],
  [
    { choices: [{ message: { role: "assistant", content: "Tomorrow." } }, { message: { content: "B" } }] },
    "output.choices.0.message.content",
  ],
  [{ choices: [{ text: "Tomorrow." }] }, "output.choices.0.text"],
  [
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "…" },
        { type: "text", text: "Tomorrow." },
      ],
    },
    "output.content.1.text",
  ],
  [
    {
      messages: [
        { role: "user", content: "When?" },
        { role: "assistant", content: "Tomorrow." },
      ],
    },
    "output.messages.1.content",
  ],
  [
    { output: [{ type: "message", content: [{ type: "output_text", text: "Tomorrow." }] }] },
    "output.output.0.content.0.text",
  ],
  [{ answer: "Tomorrow.", score: 1 }, "output.answer"],
  [[{ role: "assistant", content: "Tomorrow." }], "output.0.content"],
])("in %j the answer stands at %s", (output, path) => {
  const found = correctionSource(call(output), []);
  expect(found).toEqual({ path, text: "Tomorrow." });
  expect(callValueAt(call(output), path)).toBe("Tomorrow.");
});

test("of several texts the one that the queue shows is corrected", () => {
  const output = { answer: "Tomorrow.", summary: "It comes." };
  expect(correctionSource(call(output), ["inputs.messages", "output.summary"])?.path).toBe("output.summary");
  expect(correctionSource(call(output), ["output.missing"])?.path).toBe("output.answer");
});

test.each([null, undefined, 7, {}, [], { score: 1 }, "  ", { outputs: "x" }])(
  "in %j there is nothing to correct",
  (output) => {
    expect(correctionSource(call(output), [])).toBeNull();
  },
);
