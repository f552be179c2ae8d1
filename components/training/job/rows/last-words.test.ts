import { expect, test } from "vitest";
import { lastWords } from "./last-words.ts";

test("the last reply stands with the question before it, each in one line", () => {
  const messages = [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Are you\n open?" },
    { role: "assistant", content: "Yes." },
    { role: "user", content: "Now?" },
    { role: "assistant", content: [{ type: "text", text: "No." }] },
  ];
  expect(lastWords({ messages: messages.slice(0, 3) })).toEqual({ asked: "Are you open?", said: "Yes." });
  expect(lastWords({ messages })).toEqual({ asked: "Now?", said: '[{"type":"text","text":"No."}]' });
  expect(lastWords({ messages: messages.slice(2, 3) })).toEqual({ asked: "", said: "Yes." });
  expect(lastWords({ messages: "none" })).toBe(null);
});
