import { expect, test } from "vitest";
import { notesOf } from "./row-notes.ts";

const answered = (content: unknown) => ({
  messages: [
    { role: "user", content: "q" },
    { role: "assistant", content },
  ],
});

test.each(["", " \n", "\u200b", "\u3164", "\u2060\ufeff", "\u2800", [{ type: "text", text: "\u200b" }]])(
  "an answer that nobody sees is empty: %j",
  (content) => {
    expect(notesOf(answered(content), new Set())).toEqual(["empty_answer"]);
  },
);

test.each([".", "\u200ba", "🙂", [{ type: "text", text: "a" }]])("this is an answer: %j", (content) => {
  expect(notesOf(answered(content), new Set())).toEqual([]);
});
