import { expect, test } from "vitest";
import { labelOfRow } from "./label-of-row.ts";

const asked = { role: "user", content: "Where is it?" };
const said = { role: "assistant", content: "I will, with pleasure." };
const label = { role: "assistant", content: "solved" };

test("the last reply of a row of labels is the answer to its question, and no part of the conversation", () => {
  const row = { row_id: "item/labels/state", messages: [asked, said, label], weight: 1 };
  expect(labelOfRow(row)).toEqual({
    label: { objectId: "state", answer: "solved" },
    rest: { ...row, messages: [asked, said] },
  });
  expect(labelOfRow({ ...row, row_id: "item/labels/state/answer" })?.label.objectId).toBe("state");
  expect(labelOfRow({ row_id: "item/labels/state", prompt: [asked], reference: "solved" })).toEqual({
    label: { objectId: "state", answer: "solved" },
    rest: { row_id: "item/labels/state", prompt: [asked] },
  });
});

test("rows that teach something else have no label", () => {
  const messages = [asked, said];
  expect(labelOfRow({ row_id: "item/approved/state", messages })).toBeNull();
  expect(labelOfRow({ row_id: "01a22667-5753/4", messages })).toBeNull();
  expect(labelOfRow({ row_id: "item/labels/state", messages: [] })).toBeNull();
  expect(labelOfRow({ messages })).toBeNull();
});
