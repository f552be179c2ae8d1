import { expect, test } from "vitest";
import { promptJson, promptMessages, worthsIn, worthsJson } from "./prompt-messages.ts";

test("messages of plain texts are written as texts, and others stay JSON", () => {
  const messages = [
    { role: "system", content: "You judge." },
    { role: "user", content: "Is {{sample.output_text}} polite?" },
  ];
  expect(promptMessages(promptJson(messages))).toEqual(messages);
  expect(promptMessages("[")).toBeNull();
  expect(promptMessages("[]")).toBeNull();
  expect(
    promptMessages(JSON.stringify([{ role: "user", content: [{ type: "text", text: "Hm" }] }])),
  ).toBeNull();
  expect(promptMessages(JSON.stringify([{ role: "user", content: "Hm", name: "Ann" }]))).toBeNull();
  expect(promptMessages(JSON.stringify([{ role: "tool", content: "Hm" }]))).toBeNull();
});

test("what labels are worth comes back as it was typed", () => {
  expect(
    worthsIn(
      worthsJson([
        { label: "rude", worth: "0" },
        { label: "kind", worth: "0,5" },
      ]),
    ),
  ).toEqual([
    { label: "rude", worth: "0" },
    { label: "kind", worth: "0.5" },
  ]);
  expect(worthsJson([{ label: "rude", worth: "much" }])).toBe('{\n  "rude": "much"\n}');
  expect(worthsIn("")).toEqual([]);
  expect(worthsJson([])).toBe("");
  expect(worthsIn("[1]")).toBeNull();
  expect(worthsIn("{")).toBeNull();
});
