import { expect, test } from "vitest";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { bulkObstacle, bulkQuestions, pickedValue } from "./bulk-answer.ts";

const RIGHT: AnnotationField = {
  ref: "right",
  objectId: "right",
  name: "Right?",
  description: "",
  input: { kind: "boolean" },
};
const WHY: AnnotationField = { ...RIGHT, ref: "why", name: "Why?", input: { kind: "text", maxLength: null } };
const FIELDS = [RIGHT, WHY];
const ASK_WHY = [{ fieldRef: "why", whenRef: "right", whenValues: [false] }];

test("a question of few answers is answered for many; a text, and a pair, are not", () => {
  expect(bulkQuestions(FIELDS, { kind: "single" }).map(({ field }) => field.ref)).toEqual(["right"]);
  expect(bulkQuestions(FIELDS, { kind: "pairwise" })).toEqual([]);
  expect(pickedValue(RIGHT, "false")).toBe(false);
});

test("an answer that leaves a required question open is no answer for many, and neither is one that is not asked", () => {
  const rules = { requiredRefs: ["right", "why"], fieldRules: ASK_WHY };
  const obstacle = (text: string) => bulkObstacle(FIELDS, rules, { ref: "right", text });
  expect(obstacle("true")).toBeNull();
  expect(obstacle("false")).toContain("“Why?” must be answered too");
  const hidden = { ...RIGHT, ref: "again" };
  const after = [{ fieldRef: "again", whenRef: "right", whenValues: [false] }];
  expect(
    bulkObstacle([RIGHT, hidden], { requiredRefs: [], fieldRules: after }, { ref: "again", text: "true" }),
  ).toContain("depends on the answer to another");
});
