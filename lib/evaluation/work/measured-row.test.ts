import { expect, test } from "vitest";
import { measuredRow } from "./measured-row.ts";

const PROMPT = [{ role: "user", content: "Where is my parcel?" }];
const said = (content: unknown, more = {}) => [{ role: "assistant", content, ...more }];
const CALL = { id: "c", type: "function", function: { name: "find_parcel", arguments: "{}" } };

test("the sides of a pair are compared by what they say, in parts or not", () => {
  const parts = [
    { type: "text", text: "On its way." },
    { type: "text", text: "It comes today." },
  ];
  expect(measuredRow({ prompt: PROMPT, chosen: said(parts), rejected: said("No idea.") })).toMatchObject({
    reference: "On its way.\nIt comes today.",
    rejected: "No idea.",
  });
});

test.each([
  ["the preferred one calls a tool", said("One moment.", { tool_calls: [CALL] }), said("One moment.")],
  ["the other one calls a tool", said("One moment."), said("One moment.", { tool_calls: [CALL] })],
  ["one is more than one message", said("One moment."), [...said("One"), ...said("moment.")]],
])("a pair is not compared where %s", (_, chosen, rejected) => {
  expect(measuredRow({ prompt: PROMPT, chosen, rejected })).toMatchObject({ rejected: null });
});

test("graders may name the last question, unless the row has a question of its own", () => {
  const prompt = [{ role: "system", content: "Be polite." }, ...PROMPT];
  const asked = (row: object) => measuredRow(row)?.item.question;
  expect(asked({ messages: [...prompt, ...said("On its way.")] })).toBe("Where is my parcel?");
  expect(asked({ prompt, reference: "On its way." })).toBe("Where is my parcel?");
  expect(asked({ prompt: [{ role: "user", content: [{ type: "text", text: "Where?" }] }] })).toBe("Where?");
  expect(asked({ prompt, question: "parcels" })).toBe("parcels");
  expect(asked({ prompt, item: { question: "parcels" } })).toBe("parcels");
});
