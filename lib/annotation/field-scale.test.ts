import { expect, test } from "vitest";
import { scaleOf } from "./field-scale.internal.ts";

test.each<[unknown, string | null]>([
  [{ type: "boolean" }, "nominal"],
  [{ type: ["boolean", "null"] }, "nominal"],
  [{ enum: ["good", "bad"] }, "nominal"],
  [{ type: "string", oneOf: [{ const: "a", title: "A" }, { const: "b" }] }, "nominal"],
  [{ type: "array", items: { enum: ["a", "b"] } }, "nominal"],
  [{ type: "integer", minimum: 1, maximum: 5 }, "ordinal"],
  [{ type: "integer", minimum: 0, maximum: 10 }, "ordinal"],
  [{ type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 6 }, "ordinal"],
  [{ enum: [1, 2, 3] }, "ordinal"],
  [{ type: "integer", minimum: 0, maximum: 100 }, "interval"],
  [{ type: "integer" }, "interval"],
  [{ type: "number", minimum: 0, maximum: 1 }, "interval"],
  [{ type: "string" }, null],
  [{ type: "object" }, null],
  [{ type: "array", items: { type: "string" } }, null],
  [{ type: ["string", "number"] }, null],
  [{ oneOf: [{ const: "a" }, { type: "string" }] }, null],
  [{}, null],
  [undefined, null],
])("a field of the schema %j is measured as %s", (schema, measure) => {
  expect(scaleOf(schema)?.measure ?? null).toBe(measure);
});

test("a value that is none of the field's is no rating", () => {
  const choice = scaleOf({ enum: ["yes", "no", null] });
  expect(["yes", "maybe", null, 1].map((value) => choice?.read(value))).toEqual(['"yes"', null, null, null]);
  const flag = scaleOf({ type: "boolean" });
  expect([true, "true", 1].map((value) => flag?.read(value))).toEqual(["true", null, null]);
  const score = scaleOf({ type: "number" });
  expect([0.5, "0.5", true].map((value) => score?.read(value))).toEqual([0.5, null, null]);
  const rank = scaleOf({ enum: [1, 2, 3] });
  expect([2, 4].map((value) => rank?.read(value))).toEqual([2, null]);
});

test("several choices are one set, whatever their order", () => {
  const several = scaleOf({ type: "array", items: { enum: ["a", "b", "c"] } });
  expect(several?.read(["c", "a", "a"])).toBe('["a","c"]');
  expect(several?.read([])).toBe("[]");
  expect(several?.read(["a", "d"])).toBeNull();
  expect(several?.read("a")).toBeNull();
});
