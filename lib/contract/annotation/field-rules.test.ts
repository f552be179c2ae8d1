import { expect, test } from "vitest";
import { circularField, type FieldRule, hiddenFields } from "./field-rules.ts";

function when(fieldRef: string, whenRef: string | null, ...whenValues: unknown[]): FieldRule {
  return { fieldRef, whenRef, whenValues, defaultValue: null };
}

function hidden(rules: FieldRule[], answers: Record<string, unknown>): string[] {
  return [...hiddenFields(rules, (ref) => answers[ref])];
}

test("a field is asked where the other's answer is one of those named", () => {
  const rules = [when("why", "right", false, "partly")];
  expect(hidden(rules, {})).toEqual(["why"]);
  expect(hidden(rules, { right: true })).toEqual(["why"]);
  expect(hidden(rules, { right: false })).toEqual([]);
  expect(hidden(rules, { right: "partly" })).toEqual([]);
});

test("of several choices one is enough", () => {
  const rules = [when("rule", "issues", "policy")];
  expect(hidden(rules, { issues: ["facts", "policy"] })).toEqual([]);
  expect(hidden(rules, { issues: ["facts"] })).toEqual(["rule"]);
});

test("what depends on a field that is not asked is not asked, whatever was answered there before", () => {
  const rules = [when("source", "why", "facts"), when("why", "right", false)];
  expect(hidden(rules, { right: true, why: "facts" })).toEqual(["source", "why"]);
  expect(hidden(rules, { right: false, why: "facts" })).toEqual([]);
});

test("a circle is found, and ends", () => {
  const circle = [when("a", "b", 1), when("b", "a", 1)];
  expect(circularField(circle)).toBe("a");
  expect(hidden(circle, { a: 1, b: 1 })).toEqual(["a", "b"]);
  expect(circularField([when("a", "b", 1), when("b", null)])).toBeNull();
});
