import { expect, test } from "vitest";
import { lessonOf } from "./label-lesson.ts";

const said = (role: string, content: string) => ({ role, content });
const row = (row_id: string, messages: readonly object[], split = "held_out") => ({
  split,
  row: { row_id, messages },
});

test("a row of labels says what was learned, and what to ask", () => {
  const asked = [said("user", "Is it open?"), said("assistant", "Yes.")];
  expect(lessonOf(3, row("item/labels/outcome", [...asked, said("assistant", "solved")]))).toEqual({
    ...{ step: 3, objectId: "outcome", isAfterAnswer: true },
    row: { given: { messages: asked, tools: null }, answer: "solved", isHeldOut: true },
  });
  const before = row("item/labels/topic", [said("user", "Is it open?"), said("assistant", "hours")], "train");
  expect(lessonOf(1, before)).toMatchObject({
    isAfterAnswer: false,
    row: { given: { messages: [said("user", "Is it open?")] }, answer: "hours", isHeldOut: false },
  });
});

test("rows that teach answers say nothing of labels, and no row does neither", () => {
  expect(lessonOf(1, row("item/approved/good", [said("user", "Hm?"), said("assistant", "Yes.")]))).toBeNull();
  expect(lessonOf(1, undefined)).toBeNull();
});
