import { expect, test } from "vitest";
import { questionText } from "./question-text.ts";

const ASKED = { role: "user", content: "Where is parcel 7?" };
const CALL = {
  role: "assistant",
  content: null,
  tool_calls: [
    { id: "1", type: "function", function: { name: "find_parcel", arguments: '{"number":7,"town":"Ulm"}' } },
  ],
};
const RESULT = { role: "tool", tool_call_id: "1", content: '{"state":"on its way"}' };

test("the question is what a person said last, whatever tools gave back in between", () => {
  expect(questionText([{ role: "system", content: "Be kind." }, ASKED])).toBe("Where is parcel 7?");
  expect(questionText([ASKED, CALL, RESULT])).toBe("Where is parcel 7?");
  const parts = [
    { type: "text", text: "What is on it?" },
    { type: "image_url", image_url: { url: "https://example.com/a.png" } },
  ];
  expect(questionText([ASKED, { role: "user", content: parts }])).toBe("What is on it?");
});

test("where nobody said anything, a call of a tool is read as one, and nothing is no question", () => {
  expect(questionText([CALL])).toBe("find_parcel(number: 7, town: Ulm)");
  expect(questionText([{ role: "system", content: "Begin." }])).toBe("Begin.");
  expect(questionText([])).toBe("");
});
