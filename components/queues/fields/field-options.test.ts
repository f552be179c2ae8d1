import { expect, test } from "vitest";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { afterPicking, optionsOf } from "./field-options.ts";

const option = (value: string) => ({ value, help: "" });
const CHOICE: FieldInput = { kind: "choice", options: ["kind", "cold"].map(option) };
const CHOICES: FieldInput = { kind: "choices", options: ["a", "b"].map(option), min: null, max: null };
const steps = (min: number | null, max: number | null): FieldInput => ({ kind: "integer", min, max });

test.each<[FieldInput, number, string | null]>([
  [{ kind: "boolean" }, 1, "true"],
  [{ kind: "boolean" }, 2, "false"],
  [{ kind: "boolean" }, 3, null],
  [CHOICE, 2, "cold"],
  [CHOICE, 3, null],
  [CHOICES, 2, '["b"]'],
  [steps(1, 5), 5, "5"],
  [steps(1, 5), 6, null],
  [steps(1, 10), 10, "10"],
  [steps(0, 4), 10, "0"],
  [steps(0, 4), 4, "4"],
  [steps(-2, 2), 1, "-2"],
  [steps(1, 100), 1, null],
  [{ kind: "number", min: 0, max: 1 }, 1, null],
  [{ kind: "text", maxLength: null }, 1, null],
])("for %j option %i gives %j", (input, position, text) => {
  expect(afterPicking(input, "", position)).toBe(text);
});

test("picking one of several twice takes it back", () => {
  expect(afterPicking(CHOICES, '["a","b"]', 1)).toBe('["b"]');
});

test("nothing to mark has the key 0, unless something is marked or has to be", () => {
  const passages = (min: number | null): FieldInput => ({
    kind: "spans",
    options: [option("vague")],
    min,
    max: null,
  });
  expect(afterPicking(passages(null), "", 10)).toBe("[]");
  expect(afterPicking(passages(null), "[]", 10)).toBe("");
  expect(afterPicking(passages(null), '[{"label":"vague"}]', 10)).toBeNull();
  expect(afterPicking(passages(1), "", 10)).toBeNull();
  expect(afterPicking(passages(null), "", 1)).toBeNull();
});

test("whole numbers are picked up to ten of them, and typed beyond", () => {
  expect(optionsOf(steps(0, 9))).toHaveLength(10);
  expect(optionsOf(steps(0, 10))).toBeNull();
  expect(optionsOf(steps(1, null))).toBeNull();
});

test("only the first twenty options have a key", () => {
  const many: FieldInput = {
    kind: "choice",
    options: Array.from({ length: 25 }, (_, i) => option(String(i))),
  };
  expect(
    optionsOf(many)
      ?.map(({ digit }) => digit)
      .filter((digit) => digit !== null),
  ).toHaveLength(20);
});
