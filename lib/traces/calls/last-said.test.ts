import { expect, test } from "vitest";
import { lastSaid } from "./last-said.ts";

const chat = [
  { role: "system", content: "Be kind." },
  { role: "user", content: "First?" },
  { role: "assistant", content: "Yes." },
  { role: "user", content: "Last?" },
];

test("the last question and its answer are found in every usual shape", () => {
  const shapes: [unknown, unknown][] = [
    [{ messages: chat }, { choices: [{ message: { role: "assistant", content: "Fine." } }] }],
    [{ messages: chat }, { role: "assistant", content: "Fine." }],
    [
      { conversation: [{ from: "human", value: "Last?" }] },
      [{ role: "tool", content: "x" }, { content: "Fine." }],
    ],
    [{ question: "Last?" }, { answer: "Fine." }],
    ["Last?", "Fine."],
  ];
  for (const [inputs, output] of shapes)
    expect(lastSaid({ inputs, output })).toEqual({ question: "Last?", answer: "Fine.", found: null });
});

test("documents without words give none", () => {
  expect(lastSaid({ inputs: {}, output: null })).toEqual({ question: null, answer: null, found: null });
});

test("a search late in a long text moves the line to it, and cuts no character in half", () => {
  const long = `${"🦜".repeat(300)} the Needle. ${"y ".repeat(300)}`;
  for (const odd of ["", "x"]) {
    const { question, found } = lastSaid({ inputs: { prompt: odd + long }, output: "No." }, "needle");
    expect(question).toMatch(/^… 🦜+ the Needle\. y y .*…$/u);
    expect(question?.isWellFormed()).toBe(true);
    expect(Array.from(question ?? "").length).toBeLessThanOrEqual(200);
    expect(found).toBeNull();
  }
});

test("what stands in earlier messages is shown beside the last words, with signs that mean themselves", () => {
  const said = lastSaid({ inputs: { messages: chat }, output: "Fine." }, "be kind.");
  expect(said).toEqual({ question: "Last?", answer: "Fine.", found: "Be kind." });
  expect(lastSaid({ inputs: { messages: chat }, output: "Fine." }, "kind?").found).toBeNull();
});
